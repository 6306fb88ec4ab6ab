import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { registerAppleFunctions } from './apple-functions.ts'
import { capturedFiles, differences } from './compare.ts'
import { emptyChatDb } from './empty-databases.ts'
import { type MacosVersion, macosVersions } from './macos-version.ts'
import { shapeOf } from './shape.ts'
import { upgradeSchema } from './upgrade-schema.ts'

const shapes = new Map(macosVersions.map((macos) => [macos, shapeOf(emptyChatDb(macos))]))

describe('the schema of each macOS', () => {
  it.each([
    [12, 75, 14, 16],
    [13, 79, 17, 17],
    [14, 85, 17, 17],
    [15, 91, 18, 17],
    [26, 95, 23, 27],
    [27, 103, 23, 27],
  ] as const)('on macOS %i has %i message columns, %i tables and %i triggers', (macos, columns, tables, triggers) => {
    const shape = shapes.get(macos)
    expect(shape?.tables.message).toHaveLength(columns)
    expect(Object.keys(shape?.tables ?? {})).toHaveLength(tables)
    expect(Object.keys(shape?.triggers ?? {})).toHaveLength(triggers)
  })

  it.each(macosVersions)('makes message.guid unique on macOS %i', (macos) => {
    const automatic = Object.entries(shapes.get(macos)?.indexes ?? {}).filter(([name]) =>
      name.startsWith('sqlite_autoindex_message_'),
    )
    expect(automatic.map(([, index]) => index)).toContain('message(guid) unique=1 partial=0')
  })

  it('has the indexes that readers of macOS 26 rely on', () => {
    const indexes = Object.values(shapes.get(26)?.indexes ?? {})
    expect(indexes).toEqual(
      expect.arrayContaining([
        'message(date) unique=0 partial=0',
        'message(handle_id, date) unique=0 partial=0',
        'message(associated_message_guid) unique=0 partial=1',
        'message(thread_originator_guid) unique=0 partial=0',
        'message(schedule_type, ROWID) unique=0 partial=1',
        'message(cache_has_attachments) unique=0 partial=0',
        'chat_message_join(chat_id, message_date, message_id) unique=0 partial=0',
        'chat_message_join(message_date, message_id) unique=0 partial=0',
        'chat_message_join(message_id) unique=0 partial=0',
        'chat(chat_identifier) unique=0 partial=0',
        'chat(group_id) unique=0 partial=0',
        'chat(is_filtered) unique=0 partial=0',
      ]),
    )
  })
})

describe('a database that was upgraded from macOS 26 to 27', () => {
  const db = emptyChatDb(26)
  upgradeSchema(db)
  const [upgraded, fresh] = [shapeOf(db), shapes.get(27)]
  const namesOf = (lines: readonly string[] = []) => lines.map((line) => line.split(' ')[0]).toSorted()

  it('has the columns of a fresh one', () => {
    const columnsOf = (tables: Record<string, string[]> = {}) =>
      Object.entries(tables).map(([table, lines]) => [table, namesOf(lines)])
    expect(columnsOf(upgraded.tables)).toEqual(columnsOf(fresh?.tables))
  })

  it('differs in the defaults of two columns, and in the place of one', () => {
    const differing = Object.entries(upgraded.tables).flatMap(([table, lines]) =>
      lines.filter((line) => !fresh?.tables[table]?.includes(line)).map((line) => `${table}.${line}`),
    )
    expect(differing.toSorted()).toEqual([
      'chat.is_filtered INTEGER notnull=0 default=null pk=0',
      'message.date_recovered INTEGER notnull=0 default=null pk=0',
    ])
    const columnBefore = (shape: typeof fresh) => {
      const names = shape?.tables.message?.map((line) => line.split(' ')[0]) ?? []
      return names[names.indexOf('date_recovered') - 1]
    }
    expect([columnBefore(upgraded), columnBefore(fresh)]).toEqual(['date_edited', 'sent_or_received_off_grid'])
  })
})

describe('a writer that is not Messages', () => {
  it('cannot delete a message, since it lacks the functions that the triggers call', () => {
    const db = emptyChatDb(26)
    db.exec("INSERT INTO message (guid, service) VALUES ('A', 'iMessage')")
    expect(() => db.exec("DELETE FROM message WHERE guid = 'A'")).toThrow(/no such function/)
  })

  it('cannot insert a chat on macOS 26, but can on 15', () => {
    const insert = "INSERT INTO chat (guid) VALUES ('any;-;+15550100')"
    expect(() => emptyChatDb(26).exec(insert)).toThrow(/no such function: verify_chat/)
    expect(() => emptyChatDb(15).exec(insert)).not.toThrow()
  })
})

describe('the triggers', () => {
  const messagesOwn = (macos: MacosVersion = 26) => {
    const db = emptyChatDb(macos)
    const deletedFiles: string[] = []
    registerAppleFunctions(db, { deleteAttachmentFile: (filename) => deletedFiles.push(filename) })
    db.exec(`INSERT INTO chat (guid, room_name) VALUES ('any;+;chat1', 'chat1');
      INSERT INTO message (guid, service, date) VALUES ('A', 'RCS', 5);
      INSERT INTO chat_message_join (chat_id, message_id, message_date) VALUES (1, 1, 5)`)
    return {
      db,
      deletedFiles,
      all: (sql: string) =>
        db
          .prepare(sql)
          .all()
          .map((row) => Object.values(row).join()),
    }
  }

  it('store the room and the service when a message joins a chat', () => {
    const { all } = messagesOwn()
    expect(all('SELECT cache_roomnames FROM message')).toEqual(['chat1'])
    expect(all('SELECT service, chat FROM chat_service')).toEqual(['RCS,1'])
    expect(all('SELECT pending_count FROM index_state_metrics')).toEqual(['1'])
  })

  it('delete a message that leaves its last chat, and keep its guid', () => {
    const { db, all } = messagesOwn()
    db.exec('DELETE FROM chat_message_join')
    expect(all('SELECT guid FROM message')).toEqual([])
    expect(all('SELECT guid FROM deleted_messages')).toEqual(['A'])
  })

  it('keep a message that is in Recently Deleted', () => {
    const { db, all } = messagesOwn()
    db.exec('INSERT INTO chat_recoverable_message_join (chat_id, message_id, delete_date) VALUES (1, 1, 9)')
    db.exec('DELETE FROM chat_message_join')
    expect(all('SELECT guid FROM message')).toEqual(['A'])
  })

  it('delete an attachment and its file with its last message', () => {
    const { db, deletedFiles, all } = messagesOwn()
    db.exec(`INSERT INTO attachment (guid, original_guid, filename) VALUES ('F', 'F', '~/a.png');
      INSERT INTO message_attachment_join VALUES (1, 1)`)
    expect(all('SELECT cache_has_attachments FROM message')).toEqual(['1'])
    db.exec('PRAGMA foreign_keys=ON; DELETE FROM message')
    expect(all('SELECT guid FROM attachment')).toEqual([])
    expect(deletedFiles).toEqual(['~/a.png'])
  })

  it('copy a changed date to the join, and a failure to the key-value table', () => {
    const { db, all } = messagesOwn()
    db.exec('UPDATE message SET date = 7; UPDATE message SET error = 22')
    expect(all('SELECT message_date FROM chat_message_join')).toEqual(['7'])
    expect(all('SELECT key, value FROM kvtable')).toEqual(['lastFailedMessageDate,7', 'lastFailedMessageRowID,1'])
  })
})

// The captured schemas are kept beside a working tree, never in it. Without them this block has no tests.
const captures = fileURLToPath(new URL('../../../shared/facts/schema', import.meta.url))
for (const name of existsSync(captures) ? capturedFiles(captures) : [])
  it(`creates what was captured in ${name}`, () => expect(differences(captures, name)).toEqual([]))
