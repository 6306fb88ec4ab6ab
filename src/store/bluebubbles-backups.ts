/**
 * Keeps state/bluebubbles_backups.json: themes and settings that clients of the BlueBubbles listener keep on the server,
 * by name, and which alerts they have marked as read.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ServiceError } from '../domain/service-error.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'

const Kept = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))

const Backups = Type.Object({
  theme: Kept,
  settings: Kept,
  read_alerts: Type.Array(Type.Integer()),
})
type Backups = Static<typeof Backups>

export type BackupKind = 'theme' | 'settings'

/** A client's theme is some kilobytes; all themes and settings of a person with several devices are below a megabyte. */
const mostBackupBytes = 5_000_000
const mostReadAlerts = 200

export interface BlueBubblesBackups {
  all(kind: BackupKind): Record<string, unknown>[]
  find(kind: BackupKind, name: string): Record<string, unknown> | undefined
  /** Throws `too_large`. */
  save(kind: BackupKind, name: string, data: Record<string, unknown>): void
  remove(kind: BackupKind, name: string): void
  isRead(alert: number): boolean
  markRead(alerts: readonly number[]): void
}

export function blueBubblesBackups(path: string): BlueBubblesBackups {
  const change = (changed: (before: Backups) => Backups): void => {
    const text = JSON.stringify(changed(read(path)))
    if (text.length > mostBackupBytes)
      throw new ServiceError('too_large', 'The themes and settings that clients keep here would exceed 5 MB.')
    writeAtomically(path, `${text}\n`)
  }
  return {
    all: (kind) => Object.values(read(path)[kind]),
    find: (kind, name) => entriesOf(read(path)[kind]).find(([known]) => known === name)?.[1],
    save: (kind, name, data) =>
      change((before) => ({ ...before, [kind]: without(before[kind], name, [[name, data]]) })),
    remove: (kind, name) => change((before) => ({ ...before, [kind]: without(before[kind], name) })),
    isRead: (alert) => read(path).read_alerts.includes(alert),
    markRead: (alerts) =>
      change((before) => ({
        ...before,
        read_alerts: [...new Set([...before.read_alerts, ...alerts])].slice(-mostReadAlerts),
      })),
  }
}

type Entries = [string, Record<string, unknown>][]

const entriesOf = (kept: Backups[BackupKind]): Entries => Object.entries(kept)

/** Through entries, so that a name such as __proto__ is an ordinary one. */
const without = (kept: Backups[BackupKind], name: string, and: Entries = []): Backups[BackupKind] =>
  Object.fromEntries([...entriesOf(kept).filter(([known]) => known !== name), ...and])

/** A missing or damaged file is an empty one: clients still have what they kept here. */
function read(path: string): Backups {
  try {
    const content: unknown = JSON.parse(String(readOwned(path)))
    if (Value.Check(Backups, content)) return content
  } catch {
    // No backup exists yet.
  }
  return { theme: {}, settings: {}, read_alerts: [] }
}
