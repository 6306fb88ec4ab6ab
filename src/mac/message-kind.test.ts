import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { shownRows } from './history/shown-rows.ts'
import { isOfPeople, kindOf, standsAlone } from './message-kind.ts'

const associations = [
  null,
  0,
  1,
  2,
  3,
  4,
  999,
  1_000,
  1_500,
  2_000,
  2_007,
  2_008,
  2_999,
  3_000,
  3_007,
  3_999,
  4_000,
  4_001,
  9_000,
]
const targets = [null, '', 'own', 'p:0/other', 'bp:other', 'other']
const itemTypes = [null, 0, 1, 5, 6, 7, 99]
const bodies = [null, 'words']
const scheduleTypes = [null, 0, 2]

const every = associations.flatMap((association) =>
  targets.flatMap((association_guid) =>
    itemTypes.flatMap((item_type) =>
      scheduleTypes.flatMap((schedule_type) =>
        bodies.map((body) => ({ association, association_guid, item_type, schedule_type, body })),
      ),
    ),
  ),
)

/** Counts rows by an SQL condition. */
function selectedBy(condition: string): string[] {
  using db = new DatabaseSync(':memory:')
  db.exec(
    'CREATE TABLE message (guid, associated_message_type, associated_message_guid, item_type, schedule_type, attributedBody, text)',
  )
  const insert = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, NULL)')
  for (const { association, association_guid, item_type, schedule_type, body } of every)
    insert.run('own', association, association_guid, item_type, schedule_type, body)
  const rows = db.prepare(`SELECT m.ROWID AS rowid FROM message m WHERE ${condition}`).all()
  return rows.map(({ rowid }) => JSON.stringify(every[Number(rowid) - 1]))
}

const isMessage = (kind: string) => kind === 'text' || kind === 'app'
const kindsOf = every.map((row) => ({
  row: JSON.stringify(row),
  kind: kindOf({ ...row, guid: 'own', balloon: null, association_emoji: null }),
}))

it('what the relay takes for a message is what the history shows as one', () => {
  const features = { sendLater: true, filterActions: false } as Parameters<typeof shownRows>[0]['features']
  const { written } = shownRows({ features }, [])
  expect(selectedBy(written)).toEqual(kindsOf.filter(({ kind }) => isMessage(kind)).map(({ row }) => row))
})

it('the search looks at every row that is a message', () => {
  const looked = selectedBy(`${isOfPeople} AND ${standsAlone}`)
  const messages = kindsOf.filter(({ kind }) => isMessage(kind)).map(({ row }) => row)
  expect(messages.filter((row) => !looked.includes(row))).toEqual([])
})

it('a reaction of a kind that only a later macOS knows is no message', () => {
  expect(kindOf({ guid: 'own', association: 2_008, association_guid: 'p:0/other', balloon: null })).toBe('update')
})
