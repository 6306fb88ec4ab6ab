import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { testFolder } from '../test-host.ts'
import { AckJournal } from './ack-journal.ts'

let path: string
beforeEach(() => {
  path = join(testFolder(), 'acks.log')
})

it('is empty at first', () => {
  expect(new AckJournal(path)).toMatchObject({ begun: [] })
  expect(new AckJournal(path).acked).toEqual([])
})

it('has after a restart what was acknowledged, in order, and what was begun without an answer', async () => {
  const journal = new AckJournal(path)
  for (const id of ['a', 'b', 'c', 'd']) journal.begin(id)
  await Promise.all([journal.ack('b'), journal.ack('a')])
  journal.fail('c')
  const next = new AckJournal(path)
  expect(next.acked).toEqual(['b', 'a'])
  expect(next.begun).toEqual(['d'])
})

it('writes an acknowledgement to the file before it resolves', async () => {
  const journal = new AckJournal(path)
  await journal.ack('a')
  expect(readFileSync(path, 'utf8')).toContain('=a\n')
})

it('keeps every one of many concurrent acknowledgements', async () => {
  const journal = new AckJournal(path)
  const ids = Array.from({ length: 500 }, (_, n) => `id${n}`)
  await Promise.all(ids.map((id) => journal.ack(id)))
  expect(new AckJournal(path).acked).toEqual(ids)
})

it('forgets what was trimmed, and keeps the rest when the file is rewritten', async () => {
  const journal = new AckJournal(path)
  const ids = Array.from({ length: 2_500 }, (_, n) => `id${n}`)
  await Promise.all(ids.map((id) => journal.ack(id)))
  journal.trim(2_499)
  expect(readFileSync(path, 'utf8')).toBe('=id2499\n')
  await journal.ack('later')
  expect(new AckJournal(path).acked).toEqual(['id2499', 'later'])
})

it('skips corrupt lines, and cuts off the one that was never finished', () => {
  writeFileSync(path, '=a\n=b=c \n\u0000\u0000\n=d\n=e')
  expect(new AckJournal(path).acked).toEqual(['a', 'd'])
  appendFileSync(path, '=f\n')
  expect(new AckJournal(path).acked).toEqual(['a', 'd', 'f'])
})
