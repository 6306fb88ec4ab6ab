/**
 * audit.jsonl records who changed what, by names and ids only. Each line holds the hash of the one before, so that no
 * line can be altered or removed unnoticed.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, readSync } from 'node:fs'
import { hasErrno } from '../base/errors.ts'
import { isObject } from '../base/json-object.ts'
import { openAppendFile } from './append-file.ts'
import { withLock } from './file-lock.ts'
import { harmless } from './harmless.ts'
import { openOwned } from './owned-file.ts'
import { rotate, rotatedNames } from './rotation.ts'

type AuditAction =
  | 'login'
  | 'logout'
  | 'session_ended'
  | 'password_set'
  | 'password_removed'
  | 'password_asked'
  | 'key_added'
  | 'key_changed'
  | 'key_revoked'
  | 'key_restored'
  | 'key_paused'
  | 'key_resumed'
  | 'key_seen'
  | 'key_marked'
  | 'key_refused'
  | 'key_read'
  | 'push_added'
  | 'push_changed'
  | 'push_removed'
  | 'settings_changed'
  | 'whitelist_changed'
  | 'person_separated'
  | 'person_joined'
  | 'plugin_enabled'
  | 'plugin_disabled'
  | 'plugin_tested'
  | 'plugin_paused'
  | 'plugin_resumed'
  | 'plugin_trusted'
  | 'plugin_framed'
  | 'plugin_installed'
  | 'plugin_removed'
  | 'theme_added'
  | 'theme_removed'
  | 'dead_retried'
  | 'dead_dropped'
  | 'delivery_retried'
  | 'deliveries_retried'
  | 'delivery_skipped'
  | 'delivery_sent_again'
  | 'rule_added'
  | 'rule_changed'
  | 'rule_deleted'
  | 'sent'
  | 'send_cancelled'
  | 'send_held'
  | 'send_released'
  | 'send_refused'
  | 'send_scheduled'
  | 'scheduled_changed'
  | 'message_changed'
  | 'read_receipt_sent'
  | 'process_restarted'
  | 'messages_opened'
  | 'backup_made'
  | 'backup_restored'
  | 'mac_added'
  | 'mac_code_made'
  | 'mac_joined'
  | 'mac_renamed'
  | 'mac_revoked'
  | 'mac_cloned'
  | 'line_renamed'
  | 'default_line_changed'
  | 'tier_violation'
  | 'egress_denied'

export interface AuditEntry {
  action: AuditAction
  /** `open`, `session:<id>`, `key:<id>`, `plugin:<name>`, `mac:<id>`, `command`, `mcp`, or `oauth` where a stolen token was noticed. */
  principal: string
  /** An id or the names of settings: never a value, a text, a handle or a secret. */
  target?: string
  result: 'ok' | 'refused'
  /** The caller's address. */
  address?: string | undefined
}

export interface AuditLog {
  /** Never throws: reports to `onTrouble` when the entry could not be written. */
  append(entry: AuditEntry): void
}

export interface AuditLogOptions {
  path: string
  onTrouble?: (reason: string) => void
  now?: () => number
  maxBytes?: number
}

const keptFiles = 10
const maxFileBytes = 5 * 1024 * 1024
const maxTargetLength = 500
const lockWaitMs = 2_000
/** Longer than any line of the log. */
const tailBytes = 8 * 1024
const beginning = '0'.repeat(64)

/** The lock keeps out the other process and the command line, which append to the same chain. */
export function openAuditLog({ path, onTrouble, now = Date.now, maxBytes = maxFileBytes }: AuditLogOptions): AuditLog {
  function write(entry: AuditEntry): void {
    const prev = lastHash(path)
    const file = openAppendFile(path)
    try {
      if (file.stats().size >= maxBytes) rotate(path, keptFiles)
      file.append(`${JSON.stringify(lineOf(entry, { ts: new Date(now()).toISOString(), prev }))}\n`)
    } finally {
      file.close()
    }
  }

  return {
    append(entry) {
      try {
        withLock(`${path}.lock`, () => write(entry), lockWaitMs)
      } catch (error) {
        onTrouble?.((error as Error).message)
      }
    },
  }
}

function lineOf(
  { action, principal, target, result, address }: AuditEntry,
  { ts, prev }: { ts: string; prev: string },
) {
  // A plugin names its own settings, and anyone who may change them can give them any name.
  const safe = target === undefined ? null : harmless(target.slice(0, maxTargetLength))
  const told = { ts, action, principal, target: safe, result }
  const line = { ...told, address: address ?? null, prev }
  return { ...line, hash: hashOf(line) }
}

const hashOf = (line: object): string => createHash('sha256').update(JSON.stringify(line)).digest('hex')

/**
 * Returns the number of the first line at which the chain is broken, counted over all kept files, or undefined when the
 * chain holds.
 */
export function brokenLink(lines: Iterable<string>): number | undefined {
  let [number, prev]: [number, unknown] = [0, undefined]
  for (const text of lines) {
    number++
    const line = parse(text)
    // A line that a crash cut short is not part of the chain; the line after it continues from the one before.
    if (line === undefined) continue
    const { hash, ...rest } = line
    if (hash !== hashOf(rest) || (prev !== undefined && rest.prev !== prev)) return number
    prev = hash
  }
  return undefined
}

/** Returns the hash of the newest whole line; after a rotation that line is in the previous file. */
function lastHash(path: string): string {
  for (const name of rotatedNames(path, keptFiles)) {
    const hash = lastLines(name)
      .map((text) => parse(text)?.hash)
      .findLast((hash) => typeof hash === 'string')
    if (hash !== undefined) return String(hash)
  }
  return beginning
}

function lastLines(path: string): string[] {
  let fd: number | undefined
  try {
    fd = openOwned(path, constants.O_RDONLY)
    const { size } = fstatSync(fd)
    const tail = Buffer.alloc(Math.min(size, tailBytes))
    readSync(fd, tail, 0, tail.length, size - tail.length)
    return tail.toString('utf8').split('\n')
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return []
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return isObject(line) ? line : undefined
  } catch {
    return undefined
  }
}
