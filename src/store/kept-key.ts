/** Keeps keys/: API keys of our own programs, each of which makes one when it first needs it. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Grant } from '../contract/grant.ts'
import type { StoredApiKey } from '../contract/key.ts'
import type { Scope } from '../contract/scopes.ts'
import { hasCode, ServiceError } from '../domain/service-error.ts'
import { apiKeyOf, isExpired, newApiKey, type WantedApiKey } from './api-keys.ts'
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

export interface ExactKey {
  /** Name of the key's file. */
  name: string
  label: string
  scopes: readonly Scope[]
  /** Undefined for a key that never expires. */
  days: number | undefined
  /** Returns the limits of the key; `before` are those of the key that was kept, which the owner may have changed. */
  grant(before: Grant | null): Grant | null
}

/**
 * Returns a key with exactly these scopes, limits and days. Limits and days of the key that is kept are changed; one with
 * other scopes, or that has expired, is revoked and replaced. Throws `key_paused`: what the owner paused is not made anew.
 */
export function exactKey(
  dir: ServiceDir,
  { name, label, scopes, days, grant: grantAfter }: ExactKey,
  nowMs = Date.now(),
): KeptKey & { stored: StoredApiKey } {
  const held = heldKey(dir, name)
  const { api_keys: keys } = soundConfig(dir).config.auth
  // Includes an expired key, whose limits its successor inherits.
  const before = held === undefined ? undefined : apiKeyOf(held, keys, 0)
  if (before?.paused) throw new ServiceError('key_paused', `The key ${before.id} is paused.`)
  const grant = grantAfter(before?.grant ?? null)
  const isKept = before !== undefined && !isExpired(before, nowMs) && isSame(before.scopes, scopes)
  if (held !== undefined && isKept) {
    const stored = { ...before, grant, expires_at: expiryOf(before, days, nowMs) }
    if (!isDeepStrictEqual(stored, { ...before, grant: before.grant ?? null })) change(dir, stored)
    return { key: held, isNew: false, stored }
  }
  if (before !== undefined) revoke(dir, before.id)
  const { key } = keptKey(dir, { name, key: { label, scopes, expiresInDays: days, grant } }, nowMs)
  const stored = apiKeyOf(key, soundConfig(dir).config.auth.api_keys, nowMs)
  if (stored === undefined) throw new Error('A new key is not in the settings.')
  return { key, isNew: true, stored }
}

const isSame = (some: readonly Scope[], others: readonly Scope[]): boolean =>
  some.length === others.length && some.every((scope) => others.includes(scope))

/** Asked for again on the same day, a key keeps its end. */
function expiryOf({ expires_at: end }: StoredApiKey, days: number | undefined, nowMs: number): string | null {
  if (days === undefined) return null
  const wantedMs = nowMs + days * dayMs
  return end !== null && Math.abs(Date.parse(end) - wantedMs) < dayMs ? end : new Date(wantedMs).toISOString()
}

const dayMs = 86_400_000

function change(dir: ServiceDir, stored: StoredApiKey): void {
  const { rev, config } = soundConfig(dir)
  const keys = config.auth.api_keys.map((key) => (key.id === stored.id ? stored : key))
  saveConfig(dir.configFile, { auth: { api_keys: keys } }, { ifRev: rev })
  openAuditLog({ path: dir.auditFile }).append({
    action: 'key_changed',
    principal: 'command',
    target: stored.id,
    result: 'ok',
  })
}

/** Keeps a key that an earlier release kept under another name. */
export function renameKeptKey({ keysDir }: ServiceDir, before: string, name: string): void {
  const [from, to] = [join(keysDir, before), join(keysDir, name)]
  if (existsSync(from) && !existsSync(to)) renameSync(from, to)
}

/** Revokes the key, and forgets it. */
export function dropKey(dir: ServiceDir, name: string): void {
  const held = heldKey(dir, name)
  const known = held === undefined ? undefined : apiKeyOf(held, soundConfig(dir).config.auth.api_keys, Date.now())
  if (known !== undefined) revoke(dir, known.id)
  rmSync(join(dir.keysDir, name), { force: true })
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
