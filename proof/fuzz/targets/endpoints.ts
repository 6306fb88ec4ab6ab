/** Calls every row of the endpoint table with params that roughly match its schema. */
import { ok } from 'node:assert'
import type { TSchema } from '@sinclair/typebox'
import { chance, pick, type Random, wholeNumber } from '../../../simulator/random.ts'
import { httpRequestOf } from '../../../src/client/request.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { errors } from '../../../src/contract/errors.ts'
import { webHere } from '../../../test/harness/web-here.ts'
import { fromSchema } from '../from-schema.ts'
import { mutatedText, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

/** These endpoints would lock everyone out, or limit the rate of calls themselves. */
const { setup: _setup, login: _login, change_password: _change, ...asked } = endpoints
const rows: readonly Endpoint[] = Object.values(asked)

export const anyEndpoint: Target = {
  name: 'endpoints',
  claim: 'every request is answered as declared or refused with a code of the table, and never fails',
  async open() {
    const web = await webHere({
      mac: { messages: 200, chats: 10 },
      config: { send: { per_minute: 1_000, confirm_timeout_s: 1 } },
    })
    return {
      async attempt(random) {
        const endpoint = pick(random, rows)
        const { status, text } = await ask(web.url, requestOf(random, endpoint))
        ok(status < 500 || isDeclared(endpoint, text), `${endpoint.method} ${endpoint.path}: ${status} ${text}`)
        ok(status < 400 || !/\bat \w+ \(|node_modules/.test(text), `a stack: ${text}`)
      },
      close: () => web[Symbol.asyncDispose](),
    }
  },
}

/** An example is a missing program of the Mac; `internal` is never declared. */
function isDeclared({ errors: own = [] }: Endpoint, text: string): boolean {
  const code = (JSON.parse(text) as { error?: { code?: string } }).error?.code ?? ''
  return Object.hasOwn(errors, code) && own.some((one) => one === code)
}

interface Request {
  path: string
  init: RequestInit
}

function requestOf(random: Random, endpoint: Endpoint): Request {
  const wildness = pick(random, [0, 0.05, 0.3])
  const { path_params, query, body, upload } = endpoint
  const address = Object.assign({}, ...[path_params, query].map((schema) => partOf(random, schema, wildness)))
  const input = partOf(random, body, wildness) as Record<string, unknown>
  for (const [key, value] of Object.entries(address)) input[key] = inAddress(value)
  if (upload !== undefined) input[upload] = new File([strangeText(random)], strangeText(random))
  const { method, path, headers, body: sent } = httpRequestOf(endpoint, input)
  const isDamaged = typeof sent === 'string' && chance(random, 0.1)
  return {
    path: `${path.replace('*', () => encodeURIComponent(strangeText(random).toWellFormed()))}`,
    init: {
      method,
      headers: { ...headers, ...(chance(random, 0.1) && { 'idempotency-key': `k${wholeNumber(random, 0, 9)}` }) },
      ...(method !== 'GET' && { body: isDamaged ? mutatedText(random, sent) : (sent ?? null) }),
    },
  }
}

function partOf(random: Random, schema: TSchema | undefined, wildness: number): object {
  const value = schema === undefined ? {} : fromSchema(random, schema, wildness)
  return typeof value === 'object' && value !== null ? value : {}
}

/** A value in an address is text, restricted to what an address can hold. */
const inAddress = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

async function ask(url: string, { path, init }: Request): Promise<{ status: number; text: string }> {
  const ending = new AbortController()
  const response = await fetch(new URL(url + path), { ...init, redirect: 'manual', signal: ending.signal })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await response.text()
  // A stream has no end.
  if (isStream) ending.abort()
  return { status: response.status, text }
}
