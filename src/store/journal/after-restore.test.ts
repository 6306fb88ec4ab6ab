import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { letGoAfterRestore } from './after-restore.ts'
import { journalId } from './journal-id.ts'
import { migrations } from './schema.ts'

const [beforeMs, nowMs] = [1_000, 2_000]

function journal() {
  const db = new DatabaseSync(':memory:')
  for (const migration of migrations) db.exec(migration)
  const message = db.prepare(`INSERT INTO inbox VALUES (?, x'00', 1, 'dm:anna', ?, 'relayed', 'relayed', '{}', 0)`)
  const delivery = db.prepare(`INSERT INTO delivery (id, integration, guid, conversation, state, created_at_ms)
    VALUES (?, 'hook', ?, 'dm:anna', ?, 0)`)
  const add = (guid: string, sentAtMs: number, state = 'pending') => {
    message.run(guid, sentAtMs)
    delivery.run(guid, guid, state)
  }
  const states = () =>
    db
      .prepare('SELECT guid, state FROM delivery ORDER BY seq')
      .all()
      .map((row) => Object.values(row))
  return { db, add, states }
}

test('old pending messages are not delivered; recent ones are', () => {
  const { db, add, states } = journal()
  add('old', beforeMs - 1)
  add('recent', beforeMs)
  add('done', beforeMs - 1, 'acked')
  expect(letGoAfterRestore(db, { nowMs, beforeMs })).toBe(1)
  expect(states()).toEqual([
    ['old', 'skipped'],
    ['recent', 'pending'],
    ['done', 'acked'],
  ])
})

test('pending replies of rules are not sent, and pending posts of rules stay', () => {
  const { db } = journal()
  const firing =
    db.prepare(`INSERT INTO rule_firing (id, rule, guid, conversation, action, state, request, expires_at_ms,
    fired_at_ms) VALUES (?, 'r', ?, 'dm:anna', ?, ?, '{}', 9000, 0)`)
  for (const [id, action, state] of [
    ['a', 'auto_reply', 'pending'],
    ['b', 'auto_reply', 'claimed'],
    ['c', 'webhook', 'pending'],
  ] as const)
    firing.run(id, id, action, state)
  letGoAfterRestore(db, { nowMs, beforeMs })
  const states = db
    .prepare('SELECT state, request FROM rule_firing ORDER BY id')
    .all()
    .map((row) => Object.values(row))
  expect(states).toEqual([
    ['expired', null],
    ['expired', null],
    ['pending', '{}'],
  ])
})

test('a restored journal has another id, as one that was begun anew has, and keeps it from then on', () => {
  const [one, other] = [journal(), journal()]
  const before = journalId(one.db)
  expect(before).toMatch(/^[0-9a-f]{32}$/)
  expect(journalId(other.db)).not.toBe(before)
  letGoAfterRestore(one.db, { nowMs, beforeMs })
  const after = journalId(one.db)
  expect(after).toMatch(/^[0-9a-f]{32}$/)
  expect([before, journalId(one.db)]).toEqual([before, after])
  expect(after).not.toBe(before)
})
