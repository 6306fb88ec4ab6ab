// The context of every operation of the simulated Messages: the database, the owner, the clock and the random source.

import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Self } from '../manifest.ts'
import { type Random, uuid } from '../random.ts'
import type { MacosVersion } from '../schema/macos-version.ts'
import type { Chat, Service } from './chat.ts'
import { type Drafts, openDrafts } from './drafts.ts'
import { openTables, type Tables } from './tables.ts'

export type { Service }

/** The row that an operation wrote. */
export interface Written {
  rowid: number
  guid: string
  /** Undefined for a row that is in no chat. */
  chatGuid: string | undefined
}

export interface Writer extends Tables {
  home: string
  macos: MacosVersion
  self: Self
  random: Random
  nowMs: () => number
  newGuid: () => string
  /** The UUID of my account. */
  accountGuid: string
  /**
   * Whether this is a bulk load. Then there are no triggers, so the columns that they maintain are written with the
   * row.
   */
  bulk: boolean
  memory: Memory
  drafts: Drafts
  files: KnownFiles
}

/** Cached lookups, which are dropped when anybody else has written. */
export interface Memory {
  handles: Map<string, number>
  chats: Map<string, Chat>
  /** The newest message of each chat, by the chat's ROWID. */
  newest: Map<number, { guid: string; atMs: number }>
}

/** Folders and files of attachments that this writer made. */
export interface KnownFiles {
  folders: Set<string>
  written: Map<Uint8Array, { path: string; links: number }>
}

export const emptyMemory = (): Memory => ({ handles: new Map(), chats: new Map(), newest: new Map() })

export interface WriterOptions {
  db: DatabaseSync
  home: string
  macos: MacosVersion
  self: Self
  random: Random
  nowMs: () => number
  bulk?: boolean
}

export function newWriter({ db, random, bulk = false, ...rest }: WriterOptions): Writer {
  return {
    ...openTables(db),
    ...rest,
    random,
    bulk,
    accountGuid: accountGuidOf(rest.self),
    newGuid: () => uuid(random),
    memory: emptyMemory(),
    drafts: openDrafts(),
    files: { folders: new Set(), written: new Map() },
  }
}

/** Returns the same guid for every writer of one Mac. */
function accountGuidOf({ email }: Self): string {
  const hex = createHash('sha256').update(email).digest('hex').toUpperCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** iMessage uses the Apple account, SMS the number of the phone. */
export const accountOf = ({ self }: Writer, service: Service): string =>
  service === 'iMessage' ? `E:${self.email}` : `P:${self.phone}`

export const myAddress = ({ self }: Writer, service: Service): string =>
  service === 'iMessage' ? self.email : self.phone
