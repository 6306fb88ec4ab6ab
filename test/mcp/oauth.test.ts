import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dirOf } from '../harness/bridge-process.ts'
import { signedInAt } from '../harness/browser.ts'
import { mcpHttpClient } from '../harness/mcp-client.ts'
import { hasBrowser, openBrowser } from '../harness/ui.ts'
import { password, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const [anna, ben] = ['+12025550123', '+12025550145']
const callback = 'http://127.0.0.1:49152/callback'

let web: WebHere
let browser: Record<string, string>
beforeAll(async () => {
  web = await webHere()
  web.mac.messages.receive({ from: anna, text: 'The boat leaves at nine' })
  web.mac.messages.receive({ from: anna, text: 'Your code is 493817' })
  web.mac.messages.receive({ from: ben, text: 'The train leaves at ten' })
  browser = await signIn(web)
})
afterAll(() => web?.[Symbol.asyncDispose]())

type Fields = Record<string, string>

const register = (fields: object) =>
  fetch(`${web.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })

async function clientId(redirectUri = callback, name = 'Assistant'): Promise<string> {
  const response = await register({ client_name: name, redirect_uris: [redirectUri] })
  return ((await response.json()) as { client_id: string }).client_id
}

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

const asked = (id: string, changed: Record<string, string | undefined> = {}): Fields => {
  const usual = {
    client_id: id,
    redirect_uri: callback,
    response_type: 'code',
    state: 'xyz',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: `${web.url}/mcp`,
    ...changed,
  }
  return Object.fromEntries(Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Returns what the page is told about a program. */
const described = (fields: Fields, headers: Fields = { cookie: browser.cookie ?? '' }) =>
  fetch(`${web.url}/oauth/request?${new URLSearchParams(fields)}`, { headers })
const show = (fields: Fields, headers: Fields = { cookie: browser.cookie ?? '' }) =>
  fetch(`${web.url}/oauth/authorize?${new URLSearchParams(fields)}`, { headers, redirect: 'manual' })

interface Choice {
  decision: 'allow' | 'refuse'
  key?: object
}

const decide = (request: Fields, choice: Choice, headers: Fields = {}): Promise<Response> =>
  fetch(`${web.url}/oauth/authorize`, {
    method: 'POST',
    headers: { ...browser, origin: web.url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ request, ...choice }),
  })
const locationIn = async (response: Response): Promise<URL> =>
  new URL(((await response.json()) as { location: string }).location)

const allowed = (key?: object): Choice => ({ decision: 'allow', ...(key && { key: { label: 'x', ...key } }) })

async function codeFor(id: string, key?: object): Promise<string> {
  const response = await decide(asked(id), allowed(key))
  expect(response.status).toBe(200)
  return (await locationIn(response)).searchParams.get('code') ?? ''
}

const post = (path: string, fields: Fields) =>
  fetch(`${web.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
const exchange = (id: string, code: string, changed: Fields = {}) =>
  post('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id: id,
    redirect_uri: callback,
    code_verifier: verifier,
    ...changed,
  })
const refresh = (id: string, token: string) =>
  post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: id })

interface Tokens {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
}

async function connected(key?: object): Promise<Tokens & { id: string; code: string }> {
  const id = await clientId()
  const code = await codeFor(id, key)
  return { ...((await (await exchange(id, code)).json()) as Tokens), id, code }
}

const statusWith = async (token: string): Promise<number> =>
  (await fetch(`${web.url}/api/v1/whitelist`, { headers: { authorization: `Bearer ${token}` } })).status
const errorOf = async (response: Response) => [response.status, ((await response.json()) as { error: string }).error]
const keys = async () =>
  (await (await fetch(`${web.url}/api/v1/keys`, { headers: browser })).json()) as {
    id: string
    label: string
    scopes: string[]
    expires_at: string | null
  }[]

describe('what there is', () => {
  test('a request without a key is told where the authorization server is described', async () => {
    const response = await fetch(`${web.url}/mcp`, { method: 'POST' })
    const metadata = `${web.url}/.well-known/oauth-protected-resource/mcp`
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}"`,
    ])
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: `${web.url}/mcp`,
      authorization_servers: [web.url],
    })
    expect(await (await fetch(`${web.url}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
      issuer: web.url,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  })

  test('nothing is offered while no password is set', async () => {
    await using open = await webHere()
    for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server'])
      expect((await fetch(`${open.url}/.well-known/${path}`)).status).toBe(404)
    expect((await fetch(`${open.url}/oauth/token`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${open.url}/oauth/authorize`)).status).toBe(409)
  })
})

describe('registration', () => {
  test.each([
    [{ redirect_uris: ['https://claude.ai/api/mcp/auth_callback'], client_name: 'Claude' }, 201],
    [{ redirect_uris: ['http://evil.test/'] }, 400],
    [{ redirect_uris: ['javascript:alert(1)'] }, 400],
    [{ redirect_uris: [] }, 400],
    [{}, 400],
    [{ redirect_uris: Array.from({ length: 11 }, (_, at) => `https://example.com/${at}`) }, 400],
  ])('%j', async (fields, status) => {
    expect((await register(fields)).status).toBe(status)
  })

  test('a flood of registrations leaves nothing behind, and locks nobody out', async () => {
    const first = await clientId()
    const before = readFileSync(dirOf(web.mac.home).auditFile, 'utf8')
    for (let count = 0; count < 300; count++)
      await register({ client_name: `Flood ${count}`, redirect_uris: [callback] })
    expect(readFileSync(dirOf(web.mac.home).auditFile, 'utf8')).toBe(before)
    expect((await described(asked(first))).status).toBe(200)
  })

  test('a client id that was not issued here, or was changed, is unknown', async () => {
    const id = await clientId()
    const [content = '', seal] = id.split('.')
    const changed = Buffer.from(content, 'base64url').toString().replace('49152', '49153')
    for (const other of ['', 'x', 'x.y', `${Buffer.from(changed).toString('base64url')}.${seal}`]) {
      const response = await show(asked(other))
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
    }
  })
})

describe('consent', () => {
  test('only the signed-in owner is asked; anyone else signs in first and comes back', async () => {
    const id = await clientId()
    const led = await show(asked(id), {})
    expect(led.status).toBe(303)
    const next = new URL(led.headers.get('location') ?? '', web.url).searchParams.get('next') ?? ''
    expect(next).toBe(`/oauth/authorize?${new URLSearchParams(asked(id))}`)
    const { access_token } = await connected()
    const byKey = await show(asked(id), { authorization: `Bearer ${access_token}` })
    expect(byKey.headers.get('location')).toMatch(/^\/login/)
    expect((await show(asked(id))).headers.get('location')).toBe(`/app/let-in?${new URLSearchParams(asked(id))}`)
    const strangers: Fields[] = [{ cookie: '' }, { cookie: '', authorization: `Bearer ${access_token}` }]
    for (const headers of strangers) {
      expect((await described(asked(id), headers)).status).toBe(403)
      expect((await decide(asked(id), allowed(), headers)).status).toBe(403)
    }
  })

  test('no other page can frame the form or submit it, with or without its token', async () => {
    const id = await clientId()
    const { headers } = await fetch(`${web.url}/app/let-in?${new URLSearchParams(asked(id))}`, { headers: browser })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    const foreigners: Fields[] = [
      { 'x-csrf-token': 'x' },
      { origin: 'http://evil.test' },
      { origin: 'http://localhost:3000' },
    ]
    for (const foreign of foreigners) expect((await decide(asked(id), allowed(), foreign)).status).toBe(403)
  })

  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['with a short challenge', { code_challenge: 'x' }],
    ['for another service', { resource: 'https://evil.test/mcp' }],
    ['for a token at once', { response_type: 'token' }],
    ['with another address', { redirect_uri: 'http://127.0.0.1:49152/other' }],
    ['with an address of somebody else', { redirect_uri: 'https://evil.test/' }],
    ['with an address that only begins like it', { redirect_uri: 'http://127.0.0.1:49152/callback@evil.test' }],
  ])('a request %s is refused without a redirect', async (_, changed) => {
    const id = await clientId()
    for (const response of [
      await show(asked(id, changed)),
      await described(asked(id, changed)),
      await decide(asked(id, changed), allowed()),
    ])
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  test('a parameter that is given twice is refused', async () => {
    const id = await clientId()
    const twice = `${new URLSearchParams(asked(id))}&redirect_uri=${encodeURIComponent('https://evil.test')}`
    const response = await fetch(`${web.url}/oauth/authorize?${twice}`, { headers: { cookie: browser.cookie ?? '' } })
    expect(response.status).toBe(400)
  })

  test('a refusal is returned to the program, with the state and the issuer', async () => {
    const told = await locationIn(await decide(asked(await clientId()), { decision: 'refuse' }))
    expect(Object.fromEntries(told.searchParams)).toEqual({ error: 'access_denied', state: 'xyz', iss: web.url })
  })

  test('unless the owner chooses more, a program may read for a limited time, and never more than it was shown', async () => {
    const { access_token } = await connected()
    const made = (await keys()).find(({ id }) => id === access_token.slice(4, 12))
    expect(made).toMatchObject({ label: 'Assistant (127.0.0.1:49152)', scopes: ['read'] })
    expect(Date.parse(made?.expires_at ?? '') - Date.now()).toBeLessThanOrEqual(90 * 86_400_000)
    const reading = await clientId()
    const response = await decide(asked(reading, { scope: 'read' }), allowed({ scopes: ['read', 'write', 'admin'] }))
    const code = (await locationIn(response)).searchParams.get('code') ?? ''
    expect(await (await exchange(reading, code)).json()).toMatchObject({ scope: 'read' })
    expect((await decide(asked(reading), allowed({ scopes: ['read'], grant: { since: 'soon' } }))).status).toBe(400)
  })
})

describe('tokens', () => {
  test('a code needs its verifier, its program, its address and this service', async () => {
    const [id, other] = [await clientId(), await clientId('https://example.com/cb')]
    const code = await codeFor(id)
    for (const [by, changed, error] of [
      [id, { code_verifier: randomBytes(32).toString('base64url') }, 'invalid_grant'],
      [id, { code_verifier: '' }, 'invalid_grant'],
      [other, {}, 'invalid_grant'],
      [id, { redirect_uri: 'http://127.0.0.1:49153/callback' }, 'invalid_grant'],
      [id, { resource: 'https://evil.test/mcp' }, 'invalid_target'],
      [id, { grant_type: 'password' }, 'unsupported_grant_type'],
    ] as const)
      expect(await errorOf(await exchange(by, code, changed))).toEqual([400, error])
    expect((await exchange(id, code)).status).toBe(200)
  })

  test('using a code again revokes the access that it gave', async () => {
    const { id, code, access_token, refresh_token } = await connected()
    expect(await statusWith(access_token)).toBe(200)
    expect(await errorOf(await exchange(id, code))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(access_token)).toBe(401)
    expect(await errorOf(await refresh(id, refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('refreshing replaces both tokens; reuse of an old one ends the access of whoever has either', async () => {
    const first = await connected()
    await statusWith(first.access_token)
    const second = (await (await refresh(first.id, first.refresh_token)).json()) as Tokens
    expect([await statusWith(first.access_token), await statusWith(second.access_token)]).toEqual([401, 200])
    expect(await errorOf(await refresh(first.id, first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(second.access_token)).toBe(401)
    expect(await errorOf(await refresh(first.id, second.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('a lost response is given again, as long as nobody has used its tokens', async () => {
    const first = await connected()
    await refresh(first.id, first.refresh_token)
    const again = (await (await refresh(first.id, first.refresh_token)).json()) as Tokens
    expect(await statusWith(again.access_token)).toBe(200)
  })

  test('a refresh token serves only its own program, and a guess revokes nothing', async () => {
    const { refresh_token, access_token, id } = await connected()
    const other = await clientId('https://example.com/cb')
    expect(await errorOf(await refresh(other, refresh_token))).toEqual([400, 'invalid_grant'])
    const guess = `svr_${access_token.slice(4, 12)}${'0'.repeat(80)}`
    expect(await errorOf(await refresh(id, guess))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(access_token)).toBe(200)
  })

  test('the program ends its access with either token, and the owner with the key', async () => {
    for (const name of ['access_token', 'refresh_token'] as const) {
      const tokens = await connected()
      expect((await post('/oauth/revoke', { token: tokens[name], client_id: tokens.id })).status).toBe(200)
      expect(await statusWith(tokens.access_token)).toBe(401)
      expect((await keys()).some(({ id }) => id === tokens.access_token.slice(4, 12))).toBe(false)
    }
    const { id, access_token, refresh_token } = await connected()
    await fetch(`${web.url}/api/v1/keys/${access_token.slice(4, 12)}`, { method: 'DELETE', headers: browser })
    expect(await statusWith(access_token)).toBe(401)
    expect(await errorOf(await refresh(id, refresh_token))).toEqual([400, 'invalid_grant'])
    expect((await post('/oauth/revoke', { token: 'unknown' })).status).toBe(200)
  })

  test('neither codes nor tokens are on the disk', async () => {
    const { code, access_token, refresh_token } = await connected()
    const { oauthTokensFile, configFile, auditFile, logFile } = dirOf(web.mac.home)
    for (const file of [oauthTokensFile, configFile, auditFile, logFile])
      for (const secret of [code, access_token.slice(12), refresh_token.slice(12)])
        expect(readFileSync(file, 'utf8')).not.toContain(secret)
  })
})

/** A program that is told of its authorization at an address of its own. */
async function program() {
  const server = createServer((_request, response) => response.end('You can close this window.'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const kept: { address?: URL; client?: unknown; tokens?: unknown; verifier?: string; discovery?: unknown } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: '<b>Test</b> program', redirect_uris: [redirectUrl] },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (address) => void Object.assign(kept, { address }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (discovery) => void Object.assign(kept, { discovery }),
    discoveryState: () => kept.discovery as never,
  }
  return { provider, kept, redirectUrl }
}

describe.skipIf(!hasBrowser)('the SDK’s client, with its owner at a browser', () => {
  let chromium: Browser
  beforeAll(async () => {
    chromium = await openBrowser()
  })
  afterAll(() => chromium?.close())

  test.each([
    ['who signs in first', false],
    ['who is signed in, and comes from the site of the program', true],
  ])('is let in by the owner %s, reads, and refreshes its tokens', async (_, isSignedIn) => {
    const { provider, kept, redirectUrl } = await program()
    await expect(mcpHttpClient(web.url, { transport: { authProvider: provider } })).rejects.toThrow(UnauthorizedError)

    const locale = 'en-GB'
    const context = await (isSignedIn ? signedInAt(chromium, web.url, { locale }) : chromium.newContext({ locale }))
    await using page = await context.newPage()
    if (isSignedIn) {
      // `localhost` is another site than 127.0.0.1, so the strict cookie is not sent from there.
      await page.goto(redirectUrl.replace('127.0.0.1', 'localhost'))
      await page.setContent(`<a href="${String(kept.address).replaceAll('&', '&amp;')}">Connect</a>`)
      await page.getByText('Connect').click()
    } else {
      await page.goto(String(kept.address))
      await page.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('heading', { name: 'Let <b>Test</b> program in?' }).waitFor()
    await page.getByText(new URL(redirectUrl).host).waitFor()
    await page
      .getByText(/^Reads all conversations, without one-time codes; sends nothing; until \d+ \w+ \d{4}$/)
      .waitFor()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.waitForURL(`${redirectUrl}?**`)

    const transport = new StreamableHTTPClientTransport(new URL(`${web.url}/mcp`), { authProvider: provider })
    await transport.finishAuth(new URL(page.url()).searchParams)
    await using mcp = await mcpHttpClient(web.url, { transport: { authProvider: provider } })
    expect(await mcp.tools()).not.toContain('send_message')

    const before = kept.tokens as Tokens
    kept.tokens = { ...before, access_token: `svc_${'0'.repeat(64)}` }
    expect(await mcp.tools()).toContain('get_messages')
    expect((kept.tokens as Tokens).refresh_token).not.toBe(before.refresh_token)
  })

  test('sees one person without one-time codes, and asks before it sends, if the owner chooses so', async () => {
    const { provider, kept, redirectUrl } = await program()
    await expect(mcpHttpClient(web.url, { transport: { authProvider: provider } })).rejects.toThrow(UnauthorizedError)
    await using page = await (await signedInAt(chromium, web.url, { locale: 'de-DE' })).newPage()
    await page.goto(String(kept.address))
    await page.getByRole('radio', { name: 'Entwürfe mit Rückfrage' }).check()
    expect(await page.getByRole('radio').count()).toBe(3)
    await page.getByRole('button', { name: 'Nur diese', exact: true }).click()
    await page.getByRole('button', { name: 'Erlauben', exact: true }).click()
    await page.getByText('Wähle mindestens eine Person oder Gruppe.').waitFor()
    await page.getByRole('combobox', { name: 'Nur diese' }).fill(anna)
    await page.keyboard.press('Enter')
    await page.getByText('Weitere Grenzen').click()
    expect(await page.getByRole('checkbox', { name: 'Einmalcodes' }).isChecked()).toBe(true)
    expect(await page.getByRole('combobox', { name: 'Gültigkeit' }).inputValue()).toBe('90')
    await page.getByText(/^Liest \S+, ohne Einmalcodes; fragt vor dem Senden; bis \d+\. \S+ \d{4}$/).waitFor()
    await page.getByRole('button', { name: 'Erlauben', exact: true }).click()
    await page.waitForURL(`${redirectUrl}?**`)
    const transport = new StreamableHTTPClientTransport(new URL(`${web.url}/mcp`), { authProvider: provider })
    await transport.finishAuth(new URL(page.url()).searchParams)

    await using mcp = await mcpHttpClient(web.url, { transport: { authProvider: provider } })
    const { structured } = await mcp.call('list_conversations')
    expect(structured.conversations.map(({ handle }: { handle: string }) => handle)).toEqual([anna])
    const { structured: read } = await mcp.call('get_messages', { conversation: anna })
    expect(read.messages.map(({ text }: { text: string }) => text)).toEqual([
      'The boat leaves at nine',
      'Your code is ••••••',
    ])
    expect((await mcp.call('get_messages', { conversation: ben })).text).toMatch(/^conversation_not_found: /)
    expect((await mcp.call('send_message', { to: anna, text: 'Hi' })).structured).toMatchObject({ state: 'held' })
  })
})
