import { expect, it, onTestFinished } from 'vitest'
import type { RowPage, StoredRow } from '../../contract/stored-row.ts'
import type { Conversations } from './conversations.ts'
import { Feed } from './feed.ts'
import type { FoldedRow } from './objects.ts'
import type { Reader } from './reading.ts'
import type { Service } from './service.ts'
import { Subscription } from './watch.ts'

/**
 * A service whose stream only greets: relaying has stopped, and nothing tells of new rows. Its answers tell what it had
 * when it was asked, and come when `answering` resolves.
 */
function silentService(rows: Partial<StoredRow>[], answering?: Promise<void>): Service {
  const list_rows = async ({ after_rowid = 0 } = {}): Promise<RowPage> => {
    const page = {
      rows: rows.filter(({ rowid = 0 }) => rowid > after_rowid) as StoredRow[],
      more: false,
      newest_rowid: rows.at(-1)?.rowid ?? 0,
    }
    await answering
    return page
  }
  async function* events(_: unknown, { onId, signal }: { onId(id: string): void; signal: AbortSignal }) {
    onId('1')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    yield* []
  }
  return { list_rows, events } as unknown as Service
}

const rowOf = (rowid: number, ageMs = 0): Partial<StoredRow> => ({
  rowid,
  item_type: 0,
  associated_type: 0,
  balloon_bundle_id: null,
  conversation_guid: 'any;-;+12025550123',
  sent_at: new Date(Date.now() - ageMs).toISOString(),
})

function feedOver(rows: Partial<StoredRow>[]): Feed {
  const feed = new Feed({ service: silentService(rows), checkEveryMs: 5 })
  onTestFinished(() => feed.close())
  return feed
}

it('rows that no event reports are found if they are recent, as long as relaying has stopped', async () => {
  const rows = [rowOf(1)]
  const feed = feedOver(rows)
  const heard: number[] = []
  await feed.add({ onRow: (rowid) => void heard.push(rowid), onEnd: () => {} }, 1)
  rows.push(rowOf(2), rowOf(3, 86_400_000), rowOf(4))
  await expect.poll(() => heard).toEqual([2, 4])
})

it('a reader that does not keep up is told from where to resume, and nothing more', async () => {
  const overflows: number[] = []
  const subscription = new Subscription({
    asked: { debounce_ms: 60_000, buffer_limit: 2 },
    feed: feedOver([rowOf(7)]),
    service: silentService([rowOf(7)]),
    conversations: undefined as never,
    reader: undefined as unknown as Reader,
    subscriber: {
      onMessage: () => {},
      onOverflow: (rowid) => void overflows.push(rowid),
      onError: () => {},
      isBlocked: () => true,
      drained: async () => {},
    },
  })
  await subscription.open()
  subscription.start()
  for (const rowid of [8, 9, 10, 11]) subscription.onRow(rowid)
  expect(overflows).toEqual([7])
  await subscription.end()
})

it('a message written while a subscription begins is reported, and no earlier one is', async () => {
  const rows = [rowOf(7)]
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
  const service = silentService(rows, answering)
  const feed = new Feed({ service, checkEveryMs: 86_400_000 })
  onTestFinished(() => feed.close())
  const told: number[] = []
  const named = async () => {
    rows.push(rowOf(9))
    return { guid: 'any;-;+12025550123' }
  }
  const subscription = new Subscription({
    asked: { chat_id: 1, debounce_ms: 0, buffer_limit: 2 },
    feed,
    service,
    conversations: { named } as unknown as Conversations,
    reader: { compose: async (messages: FoldedRow[]) => messages.map(({ row }) => ({ id: row.rowid })) } as never,
    subscriber: {
      onMessage: ({ id }) => void told.push(id),
      onOverflow: () => {},
      onError: () => {},
      isBlocked: () => false,
      drained: async () => {},
    },
  })
  const opened = subscription.open()
  rows.push(rowOf(8))
  answer()
  await opened
  expect(told).toEqual([])
  subscription.start()
  await expect.poll(() => told).toEqual([8, 9])
  await subscription.end()
})
