/**
 * Keeps state/bridge_status.json: the status that the bridge reports to the other processes, even when the disk is
 * full.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { openInPlace } from './in-place-file.ts'
import { readOwned } from './owned-file.ts'

const ContactsState = Type.Union([
  Type.Literal('readable'),
  Type.Literal('denied'),
  Type.Literal('absent'),
  Type.Literal('unreadable'),
])
export type ContactsState = Static<typeof ContactsState>

export const BridgeStatus = Type.Object({
  pid: Type.Integer(),
  /** ISO 8601 UTC. */
  started_at: Type.String(),
  /** The program that runs the bridge: macOS grants its permissions to this program. */
  program: Type.Optional(Type.String()),
  state: Type.Union([Type.Literal('polling'), Type.Literal('degraded'), Type.Literal('unreadable')]),
  /** Whether the bridge can read Contacts, and so name people. */
  contacts: Type.Optional(ContactsState),
  /** The number of people on the whitelist, which only a reader of Contacts can tell. */
  people: Type.Optional(Type.Integer()),
  /** Why the bridge is not polling: an error code or a sentence. */
  reason: Type.Union([Type.String(), Type.Null()]),
  /** The code of the error behind the reason, where it has one. */
  code: Type.Optional(Type.String()),
  cursor: Type.Integer(),
  /** Deliveries that are pending; `dead` counts those that were given up. */
  pending: Type.Integer(),
  dead: Type.Integer(),
})
export type BridgeStatus = Static<typeof BridgeStatus>

export interface StatusFile {
  /** Throws when the file cannot be written. */
  write(status: BridgeStatus): void
  close(): void
}

const sizeBytes = 4_096
/** Enough for two sentences and a path; escaped as JSON, each character takes six bytes at most. */
const maxReasonLength = 500

export function openStatusFile(path: string): StatusFile {
  const file = openInPlace(path, sizeBytes)
  return { write: (status) => file.write(padded(status)), close: file.close }
}

/** Returns undefined when the file is missing, damaged or just being written. */
export function readStatus(path: string): BridgeStatus | undefined {
  try {
    const status: unknown = JSON.parse(String(readOwned(path)))
    return Value.Check(BridgeStatus, status) ? status : undefined
  } catch {
    return undefined
  }
}

function padded(status: BridgeStatus): string {
  const reason = status.reason === null ? null : shortened(status.reason)
  const json = JSON.stringify({ ...status, reason })
  return `${json}${' '.repeat(Math.max(0, sizeBytes - 1 - Buffer.byteLength(json)))}\n`
}

const shortened = (reason: string): string =>
  reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength - 1).toWellFormed()}…` : reason.toWellFormed()
