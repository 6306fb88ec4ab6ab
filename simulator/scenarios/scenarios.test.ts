import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it } from 'vitest'
import { createMac } from '../create.ts'
import { chatDbPath } from '../paths.ts'
import { activeFaults } from '../programs/faults.ts'
import type { MacosVersion } from '../schema/macos-version.ts'
import { type Expectation, play, type Scenario, type StageOptions, type Step, scenarios } from './scenarios.ts'

const atOnce: StageOptions = { outageMs: 0, rows: 12, receiverPort: 0, pause: () => Promise.resolve() }

const homes: string[] = []
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true })
})

/** Plays without waiting, on a small Mac. `rows` reads chat.db afterwards as an outside reader would. */
async function played(name: string, macos: MacosVersion = 26, messages = 30) {
  const home = mkdtempSync(join(tmpdir(), 'scenario-'))
  homes.push(home)
  createMac(home, { macos, messages, chats: Math.min(6, messages) })
  const inode = statSync(chatDbPath(home)).ino
  const rows = (sql: string, ...values: (string | number)[]) => {
    const db = new DatabaseSync(chatDbPath(home), { readOnly: true })
    try {
      return db.prepare(sql).all(...values)
    } finally {
      db.close()
    }
  }
  const lastRowid = Number(rows('SELECT max(ROWID) AS rowid FROM message')[0]?.rowid)
  const steps = await play(home, scenarios.get(name) as Scenario, atOnce)
  return { home, steps, rows, lastRowid, replaced: statSync(chatDbPath(home)).ino !== inode }
}

const withExpectation = (steps: readonly Step[], expect: Expectation) => steps.filter((step) => step.expect === expect)

/** These scenarios lose messages with the file that contained them. */
const losesRows = ['database-restored', 'database-overwritten']

it.each([...scenarios.keys()])('%s plays on macOS 26, and its rows to relay exist', async (name) => {
  const { steps, rows } = await played(name)
  expect(steps.length).toBeGreaterThan(0)
  const wanted = steps.filter(({ expect, guid }) => guid && (expect === 'relay' || expect === 'history'))
  const found = wanted.filter(({ guid = '' }) => rows('SELECT 1 FROM message WHERE guid = ?', guid).length === 1)
  expect(found).toHaveLength(losesRows.includes(name) ? wanted.length - 3 : wanted.length)
})

/** Each scenario with a condition that the first row it reports must meet in chat.db. */
it.each([
  ['orphan', 'NOT EXISTS (SELECT 1 FROM chat_message_join WHERE message_id = m.ROWID)'],
  ['sender-flipped', 'is_from_me = 1'],
  ['body-undecodable', "text IS NULL AND hex(attributedBody) NOT LIKE '040B%'"],
  ['body-damaged', "text IS NULL AND hex(attributedBody) LIKE '040B73747265616D%' AND length(attributedBody) = 60"],
  ['link-preview', 'payload_data IS NULL'],
  ['link-preview-in-place', "balloon_bundle_id LIKE '%URLBalloonProvider'"],
  ['tapback-added', "EXISTS (SELECT 1 FROM message WHERE associated_message_guid = 'p:0/' || m.guid)"],
  ['tapback-removed-silently', "NOT EXISTS (SELECT 1 FROM message WHERE associated_message_guid = 'p:0/' || m.guid)"],
  ['edit', 'date_edited > date AND is_empty = 0'],
  ['unsend', 'is_empty = 1 AND part_count = 0'],
  ['unsend-part', 'is_empty = 0 AND part_count = 2'],
  ['receipts', 'is_from_me = 1 AND is_sent = 1 AND is_delivered = 1 AND date_read > 0'],
  ['read-elsewhere', 'is_read = 1'],
  ['recently-deleted', 'EXISTS (SELECT 1 FROM chat_message_join WHERE message_id = m.ROWID)'],
  ['self-chat-twins', 'is_from_me = 1'],
  [
    'unknown-sender',
    'EXISTS (SELECT 1 FROM chat JOIN chat_message_join ON chat_id = chat.ROWID WHERE message_id = m.ROWID AND is_filtered = 1)',
  ],
  ['sms-filter', "service = 'SMS'"],
  [
    'one-time-code',
    `EXISTS (SELECT 1 FROM chat JOIN chat_message_join ON chat_id = chat.ROWID
      WHERE message_id = m.ROWID AND is_filtered = 4 AND chat_identifier = '24273(smsft)')`,
  ],
  [
    'spam',
    'EXISTS (SELECT 1 FROM chat JOIN chat_message_join ON chat_id = chat.ROWID WHERE message_id = m.ROWID AND is_filtered = 2)',
  ],
  ['guid-rename', "NOT EXISTS (SELECT 1 FROM chat WHERE guid NOT LIKE 'any;%')"],
  ['dated-tomorrow', 'date / 1000000000 > unixepoch() - 978307200 + 80000'],
  ['dated-never', 'date = 9223372036854775807'],
  ['dated-in-seconds', 'date = 500000000'],
  ['unknown-columns', 'mood_state = 0'],
  ['ghost-row', "is_from_me = 1 AND text = '' AND service = 'SMS'"],
])('%s leaves the row that it describes', async (name, condition) => {
  const { steps, rows } = await played(name)
  expect(rows(`SELECT 1 AS found FROM message AS m WHERE ROWID = ? AND ${condition}`, steps[0]?.rowid ?? 0)).toEqual([
    { found: 1 },
  ])
})

it.each(['edit', 'tapback-changed', 'recently-deleted', 'guid-rename', 'database-rebuilt', 'unknown-columns'])(
  '%s plays on macOS 12 as well',
  async (name) => {
    expect((await played(name, 12)).steps.length).toBeGreaterThan(0)
  },
)

it.each(['join-late', 'text-late', 'attachment-late', 'incomplete-among-others'])(
  'after %s every message is complete',
  async (name) => {
    const { steps, rows } = await played(name)
    for (const { rowid = 0 } of withExpectation(steps, 'relay')) {
      const [row] = rows(
        'SELECT chat_id, attributedBody AS body FROM message LEFT JOIN chat_message_join ON message_id = ROWID WHERE ROWID = ?',
        rowid,
      )
      expect(row).toMatchObject({ chat_id: expect.any(Number), body: expect.any(Uint8Array) })
    }
  },
)

it('a flood has old dates on new ROWIDs, and live messages around each part', async () => {
  const { steps, rows, lastRowid } = await played('icloud-flood')
  const old = withExpectation(steps, 'history')
  expect(old).toHaveLength(12)
  expect(withExpectation(steps, 'relay')).toHaveLength(2)
  expect(old.every(({ rowid = 0 }) => rowid > lastRowid)).toBe(true)
  const [{ hours }] = rows(
    'SELECT (unixepoch() - 978307200 - date / 1000000000) / 3600 AS hours FROM message WHERE ROWID = ?',
    old[0]?.rowid ?? 0,
  ) as [{ hours: number }]
  expect(hours).toBeGreaterThan(700 * 24)
})

it('a replay has the dates and texts of existing rows, under other guids', async () => {
  const { steps, rows, lastRowid } = await played('icloud-replay')
  const [copy] = withExpectation(steps, 'nothing')
  const rowid = copy?.rowid ?? 0
  expect(rowid).toBeGreaterThan(lastRowid)
  const twins = rows(
    `SELECT guid FROM message WHERE ROWID = ?1 OR (ROWID <= ?2
       AND (date, handle_id, attributedBody) IS (SELECT date, handle_id, attributedBody FROM message WHERE ROWID = ?1))`,
    rowid,
    lastRowid,
  )
  expect(twins.length).toBeGreaterThan(1)
  expect(new Set(twins.map(({ guid }) => guid)).size).toBe(twins.length)
})

it.each(['database-replaced', 'database-restored', 'database-rebuilt', 'locked-without-wal'])(
  '%s puts another file in the place of chat.db',
  async (name) => {
    expect((await played(name)).replaced).toBe(true)
  },
)

it.each(['database-restored', 'database-overwritten'])(
  '%s loses rows, and new ones take their ROWIDs',
  async (name) => {
    const { steps, rows } = await played(name)
    const [lost, , , fresh] = steps
    expect(fresh?.rowid).toBe(lost?.rowid)
    expect(rows('SELECT guid FROM message WHERE ROWID = ?', fresh?.rowid ?? 0)).toEqual([{ guid: fresh?.guid }])
  },
)

it('an overwritten file keeps its inode', async () => {
  expect((await played('database-overwritten')).replaced).toBe(false)
})

it.each([30, 0])(
  'a rebuild gives messages other ROWIDs and keeps them in their chats, after %i others',
  async (others) => {
    const { steps, rows } = await played('database-rebuilt', 26, others)
    const [before] = steps
    const [row] = rows('SELECT ROWID AS rowid FROM message WHERE guid = ?', before?.guid ?? '')
    expect(row?.rowid).not.toBe(before?.rowid)
    const chat = rows(
      'SELECT guid FROM chat JOIN chat_message_join ON chat_id = ROWID WHERE message_id = ?',
      Number(row?.rowid),
    )
    expect(chat).toEqual([{ guid: before?.chatGuid }])
  },
)

it('after a rebuild with gaps new messages have lower ROWIDs than old ones, in their chats', async () => {
  const { steps, rows } = await played('database-rebuilt-with-gaps')
  const highest = Number(
    rows(
      'SELECT max(ROWID) AS rowid FROM message WHERE guid NOT IN (SELECT value FROM json_each(?))',
      JSON.stringify(steps.slice(1).map(({ guid }) => guid)),
    )[0]?.rowid,
  )
  const [, first, second] = steps
  for (const { rowid = 0, guid = '', chatGuid = '' } of [first, second].flatMap((step) => step ?? [])) {
    expect(rowid).toBeLessThan(highest)
    expect(
      rows(
        'SELECT message.guid, chat.guid AS chat FROM message JOIN chat_message_join ON message_id = message.ROWID JOIN chat ON chat.ROWID = chat_id WHERE message.ROWID = ?',
        rowid,
      ),
    ).toEqual([{ guid, chat: chatGuid }])
  }
})

it('a sending scenario sets its fault for one send', async () => {
  const { home } = await played('send-timeout-sent')
  expect(activeFaults(home)).toEqual([{ name: 'timeout-sent', times: 1 }])
})
