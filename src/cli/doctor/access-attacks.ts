/**
 * Attacks what lets programs in, at a service of its own over an empty folder: limits of keys, releases of what waits, and
 * OAuth. Each attack says what it tries; nothing of the owner's service, messages or keys is touched.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { names } from '../../contract/names.ts'
import { completeGrant } from '../../domain/grant/complete.ts'
import { newApiKey } from '../../store/api-keys.ts'
import { saveConfig } from '../../store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'

export interface AccessAttack {
  name: string
  /** Continues "tries". */
  what: string
  outcome: 'held' | 'passed' | 'unknown'
}

/** Runs every attack; one that fails in another way than by being refused is `unknown`. */
export async function examineAccess(): Promise<AccessAttack[]> {
  const home = mkdtempSync(join(tmpdir(), `${names.command}-access-`))
  try {
    const ground = await openGround(home)
    try {
      const examined: AccessAttack[] = []
      for (const [name, { what, passes }] of Object.entries(attacks))
        examined.push({ name, what, outcome: await outcomeOf(() => passes(ground)) })
      return examined
    } finally {
      await ground.close()
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function outcomeOf(passes: () => Promise<boolean>): Promise<AccessAttack['outcome']> {
  try {
    return (await passes()) ? 'passed' : 'held'
  } catch {
    return 'unknown'
  }
}

type Fields = Record<string, string>

interface Asked {
  method?: string
  headers?: Fields
  json?: object
  form?: Fields
}

interface Ground {
  url: string
  ask(path: string, asked?: Asked): Promise<Response>
  /** Headers of the owner's browser, without and with the token of its page. */
  cookie: Fields
  browser: Fields
  keys: Record<'asking' | 'limited' | 'expired' | 'paused', Fields>
  idOf(key: Fields): string
  close(): Promise<void>
}

async function openGround(home: string): Promise<Ground> {
  const base = join(home, names.baseDirectory)
  const scopes = ['read', 'write'] as const
  const nowMs = Date.now()
  const asking = completeGrant({ sends: { mode: 'ask' } })
  const made = {
    asking: newApiKey({ label: 'asking', scopes, grant: asking }, nowMs),
    limited: newApiKey({ label: 'limited', scopes, grant: completeGrant({ people: { only: [] } }) }, nowMs),
    expired: newApiKey({ label: 'expired', scopes, grant: asking, expiresAt: new Date(0).toISOString() }, nowMs),
    paused: newApiKey({ label: 'paused', scopes, grant: asking }, nowMs),
  }
  prepareServiceDir(serviceDir(base))
  const stored = Object.values(made).map((key) => key.stored)
  const api_keys = stored.map((key) => (key.label === 'paused' ? { ...key, paused: true } : key))
  saveConfig(serviceDir(base).configFile, { auth: { api_keys } })
  const { runWeb } = await import('../../web/main.ts')
  const web = await runWeb({ home, base, path: '', port: 0 })
  const ask: Ground['ask'] = (path, { method, headers = {}, json, form } = {}) =>
    fetch(new URL(path, web.url), {
      method: method ?? (json === undefined && form === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    })
  const password = randomBytes(24).toString('base64url')
  await ask('/api/v1/password', { method: 'PUT', json: { password } })
  const login = await ask('/login', { json: { password } })
  const cookie = { cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  const { csrf_token: token } = (await (await ask('/api/ui/session', { headers: cookie })).json()) as {
    csrf_token: string
  }
  const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` })
  return {
    url: web.url,
    ask,
    cookie,
    browser: { ...cookie, 'x-csrf-token': token },
    keys: {
      asking: bearer(made.asking),
      limited: bearer(made.limited),
      expired: bearer(made.expired),
      paused: bearer(made.paused),
    },
    idOf: ({ authorization = '' }) => authorization.slice('Bearer svc_'.length).slice(0, 8),
    close: () => web.stop(),
  }
}

interface Attack {
  what: string
  /** Whether what was tried succeeded. Throws where the answer is none that refuses. */
  passes(ground: Ground): Promise<boolean>
}

/** Throws for an answer that neither refuses nor succeeds, such as a failure. */
async function isLetIn(asked: Promise<Response>): Promise<boolean> {
  const { status, ok } = await asked
  if (ok || status === 404) return true
  if (status === 400 || status === 401 || status === 403) return false
  throw new Error(`The answer was ${status}.`)
}

async function isAnyLetIn(all: readonly Promise<Response>[]): Promise<boolean> {
  const outcomes = await Promise.all(all.map(isLetIn))
  return outcomes.includes(true)
}

const message = { handle: '+12025550123', text: 'Nobody asked for this' }
const evil = { origin: 'http://evil.test' }
const release = { json: { version: '0'.repeat(32) } }
const releasePath = '/api/v1/outbox/00000000-0000-4000-8000-000000000000/release'
const callback = 'http://127.0.0.1:49152/callback'

/** An app that asks to be let in, as it would begin. */
async function begun({ url, ask }: Ground) {
  const registered = await ask('/oauth/register', { json: { client_name: 'App', redirect_uris: [callback] } })
  const { client_id } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const asked: Fields = {
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${url}/mcp`,
  }
  return { client_id, verifier, asked, decided: { request: asked, decision: 'allow' } }
}

/** The address with the code stands in the answer to the page; a link could only redirect to it. */
async function codeIn(response: Response): Promise<string | null> {
  const { location = '' } = response.ok
    ? ((await response.json().catch(() => ({}))) as { location?: string })
    : { location: response.headers.get('location') ?? '' }
  return URL.parse(location)?.searchParams.get('code') ?? null
}

interface Tokens {
  access_token: string
  refresh_token: string
}

/** An app that the owner has let in. */
async function letIn(ground: Ground) {
  const { ask, url, browser } = ground
  const app = await begun(ground)
  const code = await codeIn(await ask('/oauth/authorize', { headers: { ...browser, origin: url }, json: app.decided }))
  if (code === null) throw new Error('The owner could not let the app in.')
  const exchanged = (code_verifier: string) =>
    ask('/oauth/token', {
      form: {
        grant_type: 'authorization_code',
        code,
        client_id: app.client_id,
        redirect_uri: callback,
        code_verifier,
      },
    })
  const refreshed = (refresh_token: string) =>
    ask('/oauth/token', { form: { grant_type: 'refresh_token', refresh_token, client_id: app.client_id } })
  const reads = async ({ access_token }: Tokens) =>
    isLetIn(ask('/version', { headers: { authorization: `Bearer ${access_token}` } }))
  return { ...app, exchanged, refreshed, reads }
}

const attacks: Record<string, Attack> = {
  grant_closed: {
    what: 'read rules, alerts and plugins with a limited key',
    passes: ({ ask, keys }) =>
      isAnyLetIn(['rules', 'alerts', 'plugins'].map((name) => ask(`/api/v1/${name}`, { headers: keys.limited }))),
  },
  grant_widen: {
    what: 'take away the limits of a key with the key itself',
    passes: ({ ask, keys, idOf }) =>
      isLetIn(
        ask(`/api/v1/keys/${idOf(keys.limited)}`, { method: 'PUT', headers: keys.limited, json: { grant: null } }),
      ),
  },
  grant_administer: {
    what: 'make a limited key that administers',
    passes: ({ ask, browser }) =>
      isLetIn(
        ask('/api/v1/keys', {
          headers: browser,
          json: { label: 'both', scopes: ['read', 'admin'], grant: { people: { only: [] } } },
        }),
      ),
  },
  grant_look_through: {
    what: 'look through another key',
    passes: ({ ask, keys, idOf }) =>
      isLetIn(ask('/version', { headers: { ...keys.limited, 'x-as-key': idOf(keys.asking) } })),
  },
  key_empty: {
    what: 'send with an empty key',
    passes: ({ ask }) => isLetIn(ask('/api/v1/send', { headers: { authorization: 'Bearer ' }, json: message })),
  },
  key_ended: {
    what: 'send with a key that has expired, and with one that is paused',
    passes: ({ ask, keys }) =>
      isAnyLetIn([keys.expired, keys.paused].map((headers) => ask('/api/v1/send', { headers, json: message }))),
  },
  key_misplaced: {
    what: 'read with a key in the address',
    passes: ({ ask, keys }) => isLetIn(ask(`/version?api_key=${keys.limited.authorization?.slice('Bearer '.length)}`)),
  },
  release_by_asker: {
    what: 'release a message with the key that asked for it',
    passes: ({ ask, keys }) => isLetIn(ask(releasePath, { ...release, headers: keys.asking })),
  },
  release_list_by_asker: {
    what: 'read what waits with the key that asked for it',
    passes: ({ ask, keys }) => isLetIn(ask('/api/v1/outbox', { headers: keys.asking })),
  },
  release_by_stranger: {
    what: 'release a message without a session',
    passes: ({ ask }) => isLetIn(ask(releasePath, release)),
  },
  release_by_cookie: {
    what: 'release a message by the cookie of the owner alone, as a link or a form would',
    passes: ({ ask, cookie }) => isLetIn(ask(releasePath, { ...release, headers: cookie })),
  },
  release_from_site: {
    what: 'release a message from another site',
    passes: ({ ask, browser }) => isLetIn(ask(releasePath, { ...release, headers: { ...browser, ...evil } })),
  },
  oauth_address: {
    what: 'register an app whose address is a script',
    passes: ({ ask }) =>
      isLetIn(ask('/oauth/register', { json: { client_name: 'App', redirect_uris: ['javascript:alert(1)'] } })),
  },
  oauth_redirect: {
    what: 'have the code sent to an address that the app has not registered',
    async passes(ground) {
      const { asked } = await begun(ground)
      const changed = new URLSearchParams({ ...asked, redirect_uri: 'http://evil.test/callback' })
      const response = await ground.ask(`/oauth/authorize?${changed}`, { headers: ground.cookie })
      return response.headers.get('location')?.includes('evil.test') === true
    },
  },
  oauth_consent_by_stranger: {
    what: 'let an app in without a session',
    async passes(ground) {
      const { decided } = await begun(ground)
      const asked = ground.ask('/oauth/authorize', { headers: { origin: ground.url }, json: decided })
      return (await codeIn(await asked)) !== null
    },
  },
  oauth_consent_by_link: {
    what: 'let an app in by a link that the owner opens',
    async passes(ground) {
      const { asked } = await begun(ground)
      const link = `/oauth/authorize?${new URLSearchParams({ ...asked, decision: 'allow' })}`
      return (await codeIn(await ground.ask(link, { headers: ground.cookie }))) !== null
    },
  },
  oauth_consent_from_site: {
    what: 'let an app in from another site, with the cookie and the token of the owner',
    async passes(ground) {
      const { decided } = await begun(ground)
      const asked = ground.ask('/oauth/authorize', { headers: { ...ground.browser, ...evil }, json: decided })
      return (await codeIn(await asked)) !== null
    },
  },
  oauth_code_stolen: {
    what: 'use the code of an app without its verifier',
    async passes(ground) {
      const { exchanged } = await letIn(ground)
      return isLetIn(exchanged(randomBytes(32).toString('base64url')))
    },
  },
  oauth_code_twice: {
    what: 'use a code a second time, or keep the access of the first',
    async passes(ground) {
      const { exchanged, verifier, reads } = await letIn(ground)
      const tokens = (await (await exchanged(verifier)).json()) as Tokens
      if (!(await reads(tokens))) throw new Error('The app was not let in.')
      return (await isLetIn(exchanged(verifier))) || (await reads(tokens))
    },
  },
  oauth_refresh_twice: {
    what: 'use a refresh token that was used, or keep the access of its successor',
    async passes(ground) {
      const { exchanged, verifier, refreshed, reads } = await letIn(ground)
      const first = (await (await exchanged(verifier)).json()) as Tokens
      const second = (await (await refreshed(first.refresh_token)).json()) as Tokens
      if (!(await reads(second))) throw new Error('The token was not refreshed.')
      return (await isLetIn(refreshed(first.refresh_token))) || (await reads(second))
    },
  },
}
