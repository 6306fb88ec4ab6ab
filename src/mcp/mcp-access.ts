/**
 * Finds the key for the web process, and its scopes. Both are read anew for each call, so that a change needs no
 * restart.
 */
import type { Client } from '../client/client.ts'
import type { Scope } from '../contract/scopes.ts'
import { localClient } from '../local-client/local-client.ts'
import { apiKeyOf } from '../store/api-keys.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { heldKey } from '../store/kept-key.ts'
import { type ServiceDir, serviceDir } from '../store/service-dir.ts'

export const keyName = 'mcp'

export interface McpAccess {
  client: Client
  scopes: readonly Scope[]
  dir: ServiceDir
}

export interface AccessOptions {
  base: string
  /** Replaces the key that `--setup` made. */
  apiKey: string | undefined
  /** Wraps the `fetch` that reaches the service. */
  around(fetch: typeof globalThis.fetch): typeof globalThis.fetch
}

/** Throws the error that makes config.json or the key unusable. */
export function mcpAccess({ base, apiKey, around }: AccessOptions, nowMs = Date.now()): McpAccess {
  const dir = serviceDir(base)
  const { auth } = loadConfig(dir).config
  const key = apiKey ?? heldKey(dir, keyName)
  const client = localClient(dir, { key, surface: 'tools', around })
  if (key !== undefined) return { dir, client, scopes: apiKeyOf(key, auth.api_keys, nowMs)?.scopes ?? onlyReading }
  return { dir, client, scopes: auth.password_hash === null ? everything : onlyReading }
}

/** With an invalid key, the reading tools are still listed, so that they can say what to do. */
const onlyReading: readonly Scope[] = ['read']
/** Without a password everyone on this Mac may do this. */
const everything: readonly Scope[] = ['read', 'write']
