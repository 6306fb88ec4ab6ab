/** The web process as commands ask it: where config.json says that it listens, with the key that it wants. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../client/client.ts'
import { names } from '../contract/names.ts'
import { ownUrl } from '../domain/access/own-url.ts'
import { ServiceError } from '../domain/service-error.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { heldKey, keptKey } from '../store/kept-key.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../store/service-dir.ts'
import type { Environment } from './environment.ts'

export interface WebClient {
  url: string
  client: Client
}

const surface = 'terminal'
const own = { name: 'command-line', key: { label: 'command line', scopes: ['read', 'write'] as const } }

/** Makes a key of its own the first time that one is needed, and says so by `tell`. */
export function webClient({ base, apiKey }: Environment, tell: (line: string) => void): WebClient {
  const dir = serviceDir(base)
  const { web, auth } = loadConfig(dir).config
  const url = ownUrl(web)
  if (apiKey !== undefined) return { url, client: createClient({ baseUrl: url, key: apiKey, surface }) }
  if (auth.password_hash === null) return { url, client: createClient({ baseUrl: url, surface }) }
  return { url, client: clientWithOwnKey(dir, url, tell) }
}

/** For commands that change nothing. Throws `unauthenticated` where the web process wants a key and the command line has none. */
export function webClientWithoutNewKey({ base, apiKey }: Environment): WebClient {
  const dir = serviceDir(base)
  const { web, auth } = loadConfig(dir).config
  const url = ownUrl(web)
  const key = apiKey ?? heldKey(dir, own.name)
  if (key !== undefined) return { url, client: createClient({ baseUrl: url, key }) }
  if (auth.password_hash === null) return { url, client: createClient({ baseUrl: url }) }
  throw new ServiceError(
    'unauthenticated',
    `The web process wants an API key, and the command line has none yet. To make one, run: ${names.command} search hello`,
  )
}

function clientWithOwnKey(dir: ServiceDir, baseUrl: string, tell: (line: string) => void): Client {
  prepareServiceDir(dir)
  const { key, isNew } = keptKey(dir, own)
  if (!isNew) return createClient({ baseUrl, key, surface })
  tell(`The command line has made itself a key (read and write), kept in ~/${names.baseDirectory}/keys/${own.name}.`)
  return createClient({ baseUrl, key, surface, fetch: untilKnown })
}

const heardWithinMs = 5_000
const askAgainMs = 100

/** The web process hears of a new key within two seconds. */
async function untilKnown(...asked: Parameters<typeof fetch>): Promise<Response> {
  const end = performance.now() + heardWithinMs
  for (;;) {
    const response = await fetch(...asked)
    if (response.status !== 401 || performance.now() > end) return response
    await response.body?.cancel()
    await pause(askAgainMs)
  }
}
