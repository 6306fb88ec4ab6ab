/**
 * Connects a program of this Mac to the web process of its data folder with a key of its own, which it makes the first
 * time that one is needed.
 */
import { pause } from '../base/pause.ts'
import type { Client } from '../client/client.ts'
import type { Scope } from '../contract/scopes.ts'
import type { Surface } from '../contract/surfaces.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { keptKey } from '../store/kept-key.ts'
import { prepareServiceDir, type ServiceDir } from '../store/service-dir.ts'
import { localClient } from './local-client.ts'

export interface OwnKey {
  /** Name of the key's file. */
  name: string
  key: { label: string; scopes: readonly Scope[] }
}

interface Options {
  own: OwnKey
  /** Replaces the own key. */
  apiKey: string | undefined
  surface: Surface
  /** Runs when a key was made. */
  onNewKey(): void
}

/** Makes no key while no password is set, since everyone on this Mac may ask then. */
export function ownKeyClient(dir: ServiceDir, { own, apiKey, surface, onNewKey }: Options): Client {
  const { auth } = loadConfig(dir).config
  if (apiKey !== undefined) return localClient(dir, { key: apiKey, surface })
  if (auth.password_hash === null) return localClient(dir, { surface })
  prepareServiceDir(dir)
  const { key, isNew } = keptKey(dir, own)
  if (!isNew) return localClient(dir, { key, surface })
  onNewKey()
  return localClient(dir, { key, surface, around: untilKnown })
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
