/** Keeps keys/: API keys of our own programs, each of which makes one when it first needs it. */
import { join } from 'node:path'
import type { StoredApiKey } from '../contract/key.ts'
import { hasCode } from '../domain/service-error.ts'
import { apiKeyOf, newApiKey, type WantedApiKey } from './api-keys.ts'
import { writeAtomically } from './atomic-file.ts'
import { openAuditLog } from './audit-log.ts'
import { saveConfig } from './config-file.ts'
import { loadConfig } from './config-in-force.ts'
import { readOwned } from './owned-file.ts'
import type { ServiceDir } from './service-dir.ts'

export interface KeptKey {
  key: string
  /** The web process may take two seconds to notice a new key. */
  isNew: boolean
}

interface Wanted {
  /** Name of the key's file. */
  name: string
  key: WantedApiKey
}

const attempts = 5

/**
 * Makes a new key when there is none, or when the existing one was revoked or has too few scopes. Refuses while
 * config.json cannot be used, since half of the file would be lost.
 */
export function keptKey(dir: ServiceDir, { name, key: wanted }: Wanted, nowMs = Date.now()): KeptKey {
  const path = join(dir.keysDir, name)
  const kept = read(path)
  const known = kept === undefined ? undefined : apiKeyOf(kept, soundConfig(dir).config.auth.api_keys, nowMs)
  if (kept !== undefined && wanted.scopes.every((scope) => known?.scopes.includes(scope)))
    return { key: kept, isNew: false }
  soundConfig(dir)
  const { key, stored } = newApiKey(wanted, nowMs)
  writeAtomically(path, `${key}\n`)
  admit(dir, stored)
  openAuditLog({ path: dir.auditFile }).append({
    action: 'key_added',
    principal: 'command',
    target: stored.id,
    result: 'ok',
  })
  return { key, isNew: true }
}

/** Returns the existing key, whether or not it is still valid. */
export const heldKey = (dir: ServiceDir, name: string): string | undefined => read(join(dir.keysDir, name))

/** Returns a key with exactly these scopes: one with more or fewer is revoked and replaced. */
export function exactKey(dir: ServiceDir, wanted: Wanted, nowMs = Date.now()): KeptKey {
  const held = heldKey(dir, wanted.name)
  const known = held === undefined ? undefined : apiKeyOf(held, soundConfig(dir).config.auth.api_keys, nowMs)
  if (known?.scopes.some((scope) => !wanted.key.scopes.includes(scope))) revoke(dir, known.id)
  const kept = keptKey(dir, wanted, nowMs)
  if (known !== undefined && kept.isNew) revoke(dir, known.id)
  return kept
}

function revoke(dir: ServiceDir, id: string): void {
  const { rev, config } = soundConfig(dir)
  const left = config.auth.api_keys.filter((key) => key.id !== id)
  if (left.length === config.auth.api_keys.length) return
  saveConfig(dir.configFile, { auth: { api_keys: left } }, { ifRev: rev })
  openAuditLog({ path: dir.auditFile }).append({
    action: 'key_revoked',
    principal: 'command',
    target: id,
    result: 'ok',
  })
}

const read = (path: string): string | undefined => readOwned(path)?.toString('utf8').trim()

function soundConfig(dir: ServiceDir) {
  const { problem, ...sound } = loadConfig(dir)
  if (problem !== undefined) throw problem
  return sound
}

/** Retries after a conflict, since others may change the configuration at the same time. */
function admit(dir: ServiceDir, stored: StoredApiKey, left = attempts): void {
  const { rev, config } = soundConfig(dir)
  try {
    saveConfig(dir.configFile, { auth: { api_keys: [...config.auth.api_keys, stored] } }, { ifRev: rev })
  } catch (error) {
    if (!hasCode(error, 'conflict') || left <= 1) throw error
    admit(dir, stored, left - 1)
  }
}
