// What every operation of the simulated Messages works with: the database, who I am, the clock and chance.

import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Self } from '../manifest.ts'
import { type Random, uuid } from '../random.ts'
import type { MacosVersion } from '../schema/macos-version.ts'
import type { Chat, Service } from './chat.ts'
import { type Drafts, openDrafts } from './drafts.ts'
import { openTables, type Tables } from './tables.ts'

export type { Service }

/** What an operation left behind. */
export interface Written {
  rowid: number
  guid: string
  /** undefined for a row that is in no chat */
  chatGuid: string | undefined
}

export interface Writer extends Tables {
  home: string
  macos: MacosVersion
  self: Self
  random: Random
  nowMs: () => number
  newGuid: () => string
  /** my account's UUID */
  accountGuid: string
  /** While loading in bulk there are no triggers, so the columns that they keep are written with the row. */
  bulk: boolean
  memory: Memory
  drafts: Drafts
  files: KnownFiles
}

/** What was looked up before; forgotten when anybody else wrote. */
export interface Memory {
  handles: Map<string, number>
  chats: Map<string, Chat>
  /** chat ROWID → its newest message */
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

/** The same for every writer of one Mac. */
function accountGuidOf({ email }: Self): string {
  const hex = createHash('sha256').update(email).digest('hex').toUpperCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** iMessage goes by the Apple account, texts by the number of the phone. */
export const accountOf = ({ self }: Writer, service: Service): string =>
  service === 'iMessage' ? `E:${self.email}` : `P:${self.phone}`

export const myAddress = ({ self }: Writer, service: Service): string =>
  service === 'iMessage' ? self.email : self.phone
