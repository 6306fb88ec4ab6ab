import { expect, test } from 'vitest'
import type { Message } from '../../../src/contract/message.ts'
import { type AskMessages, gather, mostPrinted } from './gather.ts'

const start = Date.UTC(2026, 0, 1)
const minutes = (count: number) => new Date(start + count * 60_000)

/** A conversation with a message for each minute. */
function conversationOf(count: number): AskMessages {
  const all = Array.from({ length: count }, (_, at) => ({ rowid: at + 1, ts: minutes(at).toISOString() }) as Message)
  return async (question) => {
    const first =
      'from_ts' in question
        ? all.findIndex(({ ts }) => ts >= question.from_ts)
        : all.findIndex(({ rowid }) => rowid > question.after_rowid)
    return first === -1 ? [] : all.slice(first, first + question.limit)
  }
}

const gathered = async (count: number, from: number, to: number) => {
  const counts: number[] = []
  const found = await gather({
    ask: conversationOf(count),
    stretch: { from: minutes(from), to: minutes(to) },
    onCount: (now) => counts.push(now),
    signal: new AbortController().signal,
  })
  return { found: found?.map(({ rowid }) => rowid), counts }
}

test('every message of the stretch is gathered once, over several pages, and no other', async () => {
  const { found, counts } = await gathered(2_000, 100, 1_300)
  expect(found).toEqual(Array.from({ length: 1_200 }, (_, at) => at + 101))
  expect([counts[0], counts.at(-1)]).toEqual([500, 1_200])
})

test('a stretch without messages gathers none', async () => {
  expect((await gathered(10, 20, 30)).found).toEqual([])
})

test('a conversation that ends within the stretch is gathered to its end', async () => {
  expect((await gathered(500, 0, 9_999)).found).toHaveLength(500)
})

test('more than can be printed is not gathered', async () => {
  expect((await gathered(mostPrinted + 700, 0, 9_999)).found).toBeUndefined()
})
