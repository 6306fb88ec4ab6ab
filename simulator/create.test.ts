import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createMac, type MacOptions } from './create.ts'
import { chatDbPath, expandHome } from './paths.ts'
import { createSchema } from './schema/create-schema.ts'
import { macosVersions } from './schema/macos-version.ts'
import { shapeOf } from './schema/shape.ts'
import { temporaryMac } from './temporary-mac.ts'

const nowMs = Date.UTC(2026, 10, 20)

/** Returns a hash of every row of every table. */
function hashOf(options: MacOptions): string {
  using mac = temporaryMac({ messages: 400, chats: 12, nowMs, ...options })
  mac.messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return createHash('sha256')
    .update(readFileSync(chatDbPath(mac.home)))
    .digest('hex')
}

describe('creating a Mac', () => {
  it('gives the same rows for the same seed and time, and others for another seed', () => {
    expect(hashOf({ seed: 7 })).toBe(hashOf({ seed: 7 }))
    expect(hashOf({ seed: 7 })).not.toBe(hashOf({ seed: 8 }))
  })

  it.each(macosVersions)(
    'on macOS %i ends with the schema of that version, in WAL mode, and with the requested number of messages',
    (macos) => {
      using mac = temporaryMac({ macos, messages: 300, chats: 10, nowMs })
      const fresh = new DatabaseSync(':memory:')
      createSchema(fresh, macos)
      expect(shapeOf(mac.messages.db)).toEqual(shapeOf(fresh))
      expect(mac.row('SELECT count(*) AS n FROM message')).toEqual({ n: 300 })
      expect(mac.row('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
      expect(mac.row('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
      expect(mac.rows('PRAGMA foreign_key_check')).toEqual([])
    },
  )

  it('sets the columns that triggers maintain, though it loads without triggers', () => {
    using mac = temporaryMac({ messages: 1500, chats: 20, nowMs })
    const wrong = (sql: string) => mac.row(`SELECT count(*) AS n FROM message WHERE ${sql}`)?.n
    const roomOf = `(SELECT group_concat(room_name) FROM chat JOIN chat_message_join j ON j.chat_id = chat.ROWID WHERE j.message_id = message.ROWID)`
    expect(wrong(`cache_roomnames IS NOT ${roomOf}`)).toBe(0)
    expect(wrong('cache_has_attachments != (ROWID IN (SELECT message_id FROM message_attachment_join))')).toBe(0)
    expect(
      mac.row(`SELECT count(*) AS n FROM (SELECT DISTINCT service, chat_id FROM message JOIN chat_message_join ON message_id = message.ROWID
        EXCEPT SELECT service, chat FROM chat_service)`),
    ).toEqual({ n: 0 })
    expect(
      mac.row('SELECT pending_count = (SELECT count(*) FROM chat_message_join) AS same FROM index_state_metrics'),
    ).toEqual({ same: 1 })
  })

  it('has a bit of everything, and nothing from the future', () => {
    using mac = temporaryMac({ messages: 3000, chats: 30, nowMs })
    const count = (sql: string) => Number(mac.row(`SELECT count(*) AS n FROM message WHERE ${sql}`)?.n)
    expect(count('ROWID NOT IN (SELECT message_id FROM chat_message_join)')).toBeGreaterThan(10)
    expect(count('associated_message_type BETWEEN 2000 AND 3999')).toBeGreaterThan(200)
    expect(count('thread_originator_guid IS NOT NULL')).toBeGreaterThan(20)
    expect(count('date_edited > 0')).toBeGreaterThan(3)
    expect(count('item_type != 0')).toBeGreaterThan(3)
    expect(count('text IS NULL')).toBeGreaterThan(2500)
    expect(count(`schedule_type = 0 AND date / 1000000 > ${nowMs - Date.UTC(2001, 0, 1) + 120_000}`)).toBe(0)
  })

  it('writes the files of attachments that have arrived', () => {
    using mac = temporaryMac({ messages: 800, chats: 12, nowMs })
    const missing = mac
      .rows('SELECT filename FROM attachment WHERE filename IS NOT NULL')
      .filter(({ filename }) => !existsSync(expandHome(mac.home, String(filename))))
    const all = mac.rows('SELECT 1 FROM attachment').length
    expect(all).toBeGreaterThan(20)
    expect(missing.length).toBeLessThan(all / 3)
  })

  it('refuses a folder that already contains a Mac', () => {
    const home = mkdtempSync(join(tmpdir(), 'mac-'))
    createMac(home, { messages: 0, chats: 0 })
    expect(() => createMac(home, {})).toThrow('already holds a Mac')
    rmSync(home, { recursive: true })
  })
})
