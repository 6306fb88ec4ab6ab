/** Opens a journal in memory for tests, with rows of Messages as they are ingested. */
import { DatabaseSync } from 'node:sqlite'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { type IngestedPage, type IngestedRow, IngestStore, type Recipients } from './ingest-store.ts'
import type { Position } from './position.ts'
import { migrations } from './schema.ts'

export function journalInMemory(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const migration of migrations) db.exec(migration)
  return db
}

/** The key of the installation in tests. */
export const installKeyOfTests = Buffer.alloc(32, 1)

export const ingestInto = (db: DatabaseSync): IngestStore => new IngestStore(db, installKeyOfTests)

export const nobody: Recipients = { integrations: [], rules: [], selfHandles: [] }
export const toIntegrations = (...integrations: string[]): Recipients => ({ ...nobody, integrations })

export const positionAt = (rowid: number, changes: Partial<Position> = {}): Position => ({
  rowid: rowid as RowId,
  guid: `guid-${rowid}` as MessageGuid,
  newestMs: 0,
  epoch: 0,
  rescan: null,
  ...changes,
})

export const messageOf = (rowid: number, changes: Partial<RelayMessage> = {}): RelayMessage => ({
  guid: `guid-${rowid}` as MessageGuid,
  rowid: rowid as RowId,
  chatGuid: 'any;-;+12025550123' as ChatGuid,
  conversation: 'dm:+12025550123' as ConversationKey,
  handle: '+12025550123' as Handle,
  sender: 'Anna',
  isGroup: false,
  groupName: null,
  category: 'known',
  service: 'iMessage',
  text: `text ${rowid}`,
  sentAtMs: 0,
  kind: 'text',
  replyTo: null,
  attachments: [],
  ...changes,
})

export const relayed = (rowid: number, changes: Partial<IngestedRow> = {}): IngestedRow => ({
  rowid: rowid as RowId,
  guid: `guid-${rowid}` as MessageGuid,
  sentAtMs: 0,
  conversation: 'dm:+12025550123' as ConversationKey,
  twinText: `twin ${rowid}`,
  lane: 'relayed',
  outcome: 'relayed',
  message: messageOf(rowid),
  events: [{ type: 'new_message', chat_guid: 'any;-;+12025550123', rowid }],
  ...changes,
})

export const skipped = (rowid: number, outcome: string, changes: Partial<IngestedRow> = {}): IngestedRow =>
  relayed(rowid, { lane: 'skipped', outcome, message: null, ...changes })

export const pageOf = (rows: readonly IngestedRow[], changes: Partial<IngestedPage> = {}): IngestedPage => ({
  rows,
  waiting: [],
  settled: [],
  position: positionAt(rows.at(-1)?.rowid ?? 0),
  nowMs: 0,
  ...changes,
})
