/** Scenarios with a macOS that is newer than this code: columns, tables, categories and kinds of rows that nobody knows. */
import type { Row } from '../messages/tables.ts'
import { upgradeMac } from '../messages/upgrade.ts'
import type { Scenario, Stage } from './stage.ts'

/** Gives a relay enough time to ingest what was written before. */
const SETTLING_MS = 3000

const FIRST_WITH_FILED_MESSAGES = 27
const JUNK_ACTION = 2
/** Promotion and transaction with sub-categories, and two actions that nobody knows. */
const FILED = [
  { filter_action: 3, filter_sub_action: 20_001 },
  { filter_action: 4, filter_sub_action: 10_001 },
  { filter_action: 4, filter_sub_action: 10_999 },
  { filter_action: 5, filter_sub_action: 0 },
  { filter_action: 90, filter_sub_action: 7 },
]

const UNKNOWN_ITEM = 9
const GROUP_ACTION_ITEM = 3
const UNKNOWN_GROUP_ACTION = 7
const UNKNOWN_APP = 'com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.messages.TimeCapsule'

/** Columns that the relay can do without, by table. */
const DISPENSABLE = {
  message: `account destination_caller_id subject expressive_send_style_id part_count thread_originator_guid
    date_edited associated_message_emoji schedule_type filter_action share_status other_handle was_downgraded`,
  chat: 'is_filtered is_blackholed last_read_message_timestamp last_addressed_handle group_id',
  attachment: 'is_sticker user_info',
}

export const newerMacosScenarios: Record<string, Scenario> = {
  'unknown-columns': {
    description: 'a macOS of the future adds columns and tables',
    async play(stage) {
      stage.messages().db.exec(`ALTER TABLE message ADD COLUMN mood_state INTEGER DEFAULT 0;
        ALTER TABLE chat ADD COLUMN aura BLOB; ALTER TABLE attachment ADD COLUMN scent TEXT;
        CREATE TABLE message_mood (message_id INTEGER REFERENCES message (ROWID) ON DELETE CASCADE, mood TEXT NOT NULL);
        CREATE INDEX message_mood_idx ON message_mood (message_id)`)
      await stage.whileClosed(() => undefined)
      stage.hear('with columns that nobody knows')
    },
  },
  'columns-missing': {
    description: 'a macOS of the future lacks columns that every macOS had so far',
    async play(stage) {
      stage.hear('with every column')
      await stage.pause(SETTLING_MS)
      for (const [table, columns] of Object.entries(DISPENSABLE)) dropColumns(stage, table, columns.split(/\s+/))
      await stage.whileClosed(() => undefined)
      stage.hear('without some columns')
    },
  },
  'columns-missing-for-a-while': {
    description: 'a column without which nothing can be read is away while Messages rebuilds its database',
    async play(stage) {
      stage.hear('before the column is away')
      await stage.pause(SETTLING_MS)
      stage.messages().db.exec('ALTER TABLE message RENAME COLUMN attributedBody TO attributedBody_old')
      await stage.pause(stage.outageMs)
      stage.messages().db.exec('ALTER TABLE message RENAME COLUMN attributedBody_old TO attributedBody')
      stage.hear('after the column is back')
    },
  },
  'upgrade-to-27': {
    description: 'macOS 26 is upgraded to 27 in place, which adds columns',
    async play(stage) {
      stage.hear('before the upgrade')
      await stage.pause(SETTLING_MS)
      await stage.whileClosed(() => upgradeMac(stage.home))
      stage.hear('after the upgrade')
      stage.hear('filed by the upgraded Mac', { columns: FILED[0] ?? {} })
    },
  },
  'filed-singly': {
    description:
      'macOS 27 files single messages of one chat: promotion, transaction, junk, and in ways that nobody knows',
    play(stage) {
      if (stage.macos < FIRST_WITH_FILED_MESSAGES) {
        stage.hear('filed as its chat')
        return
      }
      for (const columns of FILED) stage.hear(`filed as ${columns.filter_action}`, { columns })
      const columns = { filter_action: JUNK_ACTION }
      const junk = stage.messages().receive({ from: stage.friend, text: 'you won', columns })
      stage.expect('nothing', 'filed as junk', junk)
    },
  },
  'states-of-27': {
    description: 'macOS 27 notes retries and previews of a message of mine, and when it last changed a row',
    async play(stage) {
      const messages = stage.messages()
      const heard = stage.hear('written once')
      const mine = messages.send({ to: stage.friend, text: 'written on my phone' })
      stage.expect('event', 'message_sent', mine)
      await stage.pause(SETTLING_MS)
      if (stage.macos < FIRST_WITH_FILED_MESSAGES) return
      const touched = `UPDATE message SET date_updated = date + 1000000000, retry_count = 2, is_preview_sent = 1,
        is_preview_delivered = 1, date_preview_sent = date, date_preview_delivered = date WHERE ROWID = ?`
      for (const { rowid } of [heard, mine]) messages.db.prepare(touched).run(rowid)
      stage.hear('written after that')
    },
  },
  'unknown-kinds': {
    description:
      'a balloon of an unknown app, with and without content, a row of an unknown type, an unknown change of a group',
    play(stage) {
      const messages = stage.messages()
      const [from, chat] = [stage.friend, stage.group()]
      const payload = Buffer.from('nothing that anyone can read')
      stage.expect('relay', 'TimeCapsule', messages.placeBalloon({ from, bundleId: UNKNOWN_APP, payload }))
      const columns = { payload_data: null, attributedBody: null, text: null }
      stage.expect('relay', 'TimeCapsule', messages.placeBalloon({ from, bundleId: UNKNOWN_APP, payload, columns }))
      stage.hear('words in a row of an unknown type', { columns: { item_type: UNKNOWN_ITEM } })
      const unknown: Row[] = [
        { item_type: UNKNOWN_ITEM },
        { item_type: GROUP_ACTION_ITEM, group_action_type: UNKNOWN_GROUP_ACTION },
      ]
      for (const columns of unknown)
        stage.expect('event', 'conversation_changed', messages.changeGroup({ chat, by: from, columns }))
    },
  },
}

/** Drops columns that this macOS has, with the indexes over them and the triggers that name them. */
function dropColumns(stage: Stage, table: string, columns: readonly string[]): void {
  const { db } = stage.messages()
  const known = db.prepare('SELECT name FROM pragma_table_info(?)')
  const there = new Set(known.all(table).map(({ name }) => name))
  const naming = db.prepare(`SELECT type, name FROM sqlite_schema WHERE sql LIKE '%' || ? || '%'
    AND (type = 'trigger' OR (type = 'index' AND tbl_name = ?))`)
  for (const column of columns.filter((name) => there.has(name))) {
    for (const { type, name } of naming.all(column, table)) db.exec(`DROP ${type} ${name}`)
    db.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`)
  }
}
