import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { until } from '../harness/until.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

interface Shown {
  rowid: number
  is_from_me: boolean
}

/** Returns every message of every conversation, page by page; a message in two conversations counts once. */
async function inConversations({ client }: WebHere): Promise<Map<number, Shown>> {
  const shown = new Map<number, Shown>()
  const conversations = await client.list_conversations({ limit: 200 })
  for (const { guid } of conversations)
    for (let before: number | undefined; ; ) {
      const page = await client.list_messages({
        guid,
        limit: 200,
        ...(before !== undefined && { before_rowid: before }),
      })
      for (const message of page) if (message.kind !== 'system') shown.set(message.rowid, message)
      before = page[0]?.rowid
      if (before === undefined) break
    }
  return shown
}

async function inSearch({ client }: WebHere, q: string): Promise<number[]> {
  const rowids: number[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.search({ q, limit: 100, ...(cursor !== undefined && { cursor }) })
    rowids.push(...page.results.map(({ message }) => message.rowid))
    if (page.cursor === null) return rowids.toSorted((a, b) => a - b)
    cursor = page.cursor
  }
}

async function inExport({ mac }: WebHere): Promise<number[]> {
  const file = join(mac.home, 'exported.jsonl')
  expect(await runHere(mac.home, ['export', '--format', 'jsonl', '--to', file])).toMatchObject({ status: 0 })
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const messages = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind !== 'system')
  return [...new Set(messages.map(({ rowid }) => rowid as number))].toSorted((a, b) => a - b)
}

const rowidsOf = (messages: Iterable<Shown>) => [...messages].map(({ rowid }) => rowid).toSorted((a, b) => a - b)
const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

async function ready(web: WebHere): Promise<void> {
  await until(async () => (await web.client.search_status()).state === 'current')
}

describe.each([12, 15, 26, 27] as const)('on macOS %i', (macos) => {
  test('conversations, search, statistics and export contain the same messages', async () => {
    await using web = await webHere({
      mac: { macos, messages: 2_000, chats: 40 },
      config: { integrations: { stats: { enabled: true } } },
    })
    const { messages, self } = web.mac
    const twice = messages.receive({ from: '+12025550123', text: 'landed twice' })
    messages.reland({ message: twice })
    messages.noteToSelf({ text: 'a note' })
    messages.noteToSelf({ text: 'a note in two chats', inTwoChats: true })
    messages.receiveOrphan({ from: '+12025550123', text: 'of no chat' })
    const spam = messages.directChat({ with: '+12025550123', service: 'SMS', filtered: 2 })
    messages.receive({ from: '+12025550123', text: 'in a chat filed as junk', service: 'SMS', chat: spam.guid })
    await ready(web)

    const shown = await inConversations(web)
    const [sent, received] = [true, false].map((isMine) => [...shown.values()].filter((it) => it.is_from_me === isMine))
    await expect.poll(() => inSearch(web, 'is:sent')).toEqual(rowidsOf(sent ?? []))
    await expect.poll(() => inSearch(web, 'is:received')).toEqual(rowidsOf(received ?? []))
    expect(await inExport(web)).toEqual(rowidsOf(shown.values()))
    const statistics = await web.client.statistics()
    expect(statistics).toMatchObject({ sent_total: sent?.length, received_total: received?.length })
    expect([sumOf(statistics.by_hour), sumOf(statistics.by_day)]).toEqual([shown.size, shown.size])
    const me = [self.phone, self.email]
    expect(statistics.top_contacts.filter(({ name }) => me.includes(name))).toEqual([])
  })
})
