/**
 * Connects commands to the web process of this data folder, with the key that it requires, once it has proven its
 * identity.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../client/client.ts'
import { names } from '../contract/names.ts'
import { ServiceError } from '../domain/service-error.ts'
import { localClient } from '../local-client/local-client.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { heldKey, keptKey } from '../store/kept-key.ts'
import { prepareServiceDir, serviceDir } from '../store/service-dir.ts'
import type { Environment } from './environment.ts'

const surface = 'terminal'
const own = { name: 'command-line', key: { label: 'command line', scopes: ['read', 'write'] as const } }

/**
 * Creates a key of its own the first time that one is needed, and reports that by `tell`. A key from the environment
 * also goes to the service of this data folder only.
 */
export function webClient({ base, apiKey }: Environment, tell: (line: string) => void): Client {
  const dir = serviceDir(base)
  const { auth } = loadConfig(dir).config
  if (apiKey !== undefined) return localClient(dir, { key: apiKey, surface })
  if (auth.password_hash === null) return localClient(dir, { surface })
  prepareServiceDir(dir)
  const { key, isNew } = keptKey(dir, own)
  if (!isNew) return localClient(dir, { key, surface })
  tell(`The command line has made itself a key (read and write), kept in ~/${names.baseDirectory}/keys/${own.name}.`)
  return localClient(dir, { key, surface, around: untilKnown })
}

/** For commands that change nothing. Throws `unauthenticated` where a key is required and the command line has none. */
export function webClientWithoutNewKey({ base, apiKey }: Environment): Client {
  const dir = serviceDir(base)
  const { auth } = loadConfig(dir).config
  const key = apiKey ?? heldKey(dir, own.name)
  if (key !== undefined || auth.password_hash === null) return localClient(dir, { key, surface })
  throw new ServiceError(
    'unauthenticated',
    `The web process wants an API key, and the command line has none yet. To make one, run: ${names.command} search hello`,
  )
}

const knownWithinMs = 5_000
const pollMs = 100

/** Retries while a new key is unknown, because the web process learns of it within two seconds. */
const untilKnown =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (...request) => {
    const end = performance.now() + knownWithinMs
    for (;;) {
      const response = await fetch(...request)
      if (response.status !== 401 || performance.now() > end) return response
      await response.body?.cancel()
      await pause(pollMs)
    }
  }
