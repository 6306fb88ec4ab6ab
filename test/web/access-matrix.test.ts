import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { loadConfig } from '../../src/store/config-in-force.ts'
import { configure, dirOf } from '../harness/bridge-process.ts'
import { isWhole, tell } from '../harness/told.ts'
import { keyWith, signedIn, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const rows = Object.entries(endpoints) as [EndpointName, Endpoint][]
/** Leaves out the addresses of the page, whose paths only the page's own router interprets. */
const refusing = rows.filter(([name]) => name !== 'app' && name !== 'app_home')
const tried = isWhole ? refusing : refusing.filter((_, at) => at % 12 === 0)

let web: WebHere
let credentials: Record<string, Record<string, string>>

beforeAll(async () => {
  web = await webHere()
  const browser = await signIn(web)
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const [expired, revoked] = [await keyWith(web, browser), await keyWith(web, browser)]
  const ended = await signedIn(web.url)
  await fetch(`${web.url}/api/v1/keys/${revoked.slice(4, 12)}`, { method: 'DELETE', headers: browser })
  credentials = {
    nothing: {},
    cookie: browser,
    'cookie without its token': { cookie: browser.cookie ?? '' },
    ...Object.fromEntries(
      await Promise.all(scopes.map(async (scope) => [scope, bearer(await keyWith(web, browser, [scope]))] as const)),
    ),
    expired: bearer(expired),
    revoked: bearer(revoked),
    malformed: bearer(`${expired.slice(0, -1)}x`),
    'cookie that ended': { cookie: ended.cookie ?? '', 'x-csrf-token': ended['x-csrf-token'] ?? '' },
  }
  await fetch(`${web.url}/logout`, { method: 'POST', headers: ended })
  expire(expired.slice(4, 12))
})

afterAll(() => web?.[Symbol.asyncDispose]())

/** Expires a session, as time would. */
function expire(id: string): void {
  const dir = dirOf(web.mac.home)
  const { config } = loadConfig(dir)
  const api_keys = config.auth.api_keys.map((key) =>
    key.id === id ? { ...key, expires_at: '2001-01-01T00:00:00.000Z' } : key,
  )
  configure(web.mac.home, { ...config, auth: { ...config.auth, api_keys } })
}

/** Requests that pass the access check are refused for this parameter, so that they have no effect. */
const nonsense = '?surely_unknown=1'

async function statusOf({ method, path }: Endpoint, headers: Record<string, string>): Promise<number> {
  const address = path.replaceAll(/\{\w+\}|\*/g, 'none')
  const response = await fetch(`${web.url}${address}${nonsense}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(method !== 'GET' && { body: '{}' }),
  })
  await response.body?.cancel()
  return response.status
}

const [unknown, forbidden, past] = ['unknown', 'forbidden', 'past'] as const

/** Derives the expected result from the documentation, not from the code of the product. */
function declared({ scope, method }: Endpoint, who: string): string {
  if (scope === 'open' || who === 'cookie') return past
  if (who === 'cookie without its token') return method === 'GET' ? past : forbidden
  if ((scopes as readonly string[]).includes(who)) return who === scope ? past : forbidden
  return unknown
}

const seen = (status: number): string =>
  status === 401 || status === 303 ? unknown : status === 403 ? forbidden : status === 400 ? past : `${status}`

test('every endpoint grants and refuses access as declared for every kind of credential', async (context) => {
  await expect.poll(() => statusOf(endpoints.list_conversations, credentials.expired ?? {})).toBe(401)
  const other: string[] = []
  let asked = 0
  for (const [name, endpoint] of tried)
    for (const [who, headers] of Object.entries(credentials)) {
      const is = seen(await statusOf(endpoint, headers))
      asked++
      if (is !== declared(endpoint, who)) other.push(`${name} with ${who}: ${is}, not ${declared(endpoint, who)}`)
    }
  tell(context, { asked, endpoints: tried.length, ways: Object.keys(credentials).length, other: other.length })
  expect(other).toEqual([])
})
