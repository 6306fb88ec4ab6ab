import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { type HubDemo, startHubDemo } from '../../src/cli/hub/demo.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import type { SearchResult } from '../../src/contract/search.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { hasHubServers, postgres } from '../harness/hub-servers.ts'
import { until } from '../harness/until.ts'

const line = { number: 1, name: 'home' }
const firstOfLine = line.number * 2 ** 40
const lineBefore = new RegExp(`^(/api/v1/(?:attachments|contacts)/)?${line.number}~`)

/** A hub numbers conversations itself, names their lines, and leaves the pictures of links to the Macs. */
const otherwiseOnHub: ReadonlySet<string> = new Set(['chat_rowid', 'line', 'image_url'])

/** Returns what a hub tells as its Mac would: ids without the line before them, and numbers counted from that of the line. */
function asOnMac(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(asOnMac)
  if (typeof told === 'string') return told.replace(lineBefore, '$1')
  if (typeof told === 'number') return told >= firstOfLine && told < 2 * firstOfLine ? told - firstOfLine : told
  if (typeof told !== 'object' || told === null) return told
  const entries = Object.entries(told).filter(([name]) => !otherwiseOnHub.has(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, asOnMac(value)]))
}

/** Returns where two answers differ first, and what stands there. */
function difference(one: unknown, other: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined
  const areObjects = [one, other].every((each) => typeof each === 'object' && each !== null)
  if (!areObjects) return `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`
  const [ofOne, ofOther] = [one, other] as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(ofOne ?? {}), ...Object.keys(ofOther ?? {})])]
  return names.map((name) => difference(ofOne?.[name], ofOther?.[name], `${path}.${name}`)).find(Boolean) ?? path
}

describe.runIf(hasHubServers)('a Mac and its hub', () => {
  const shared = closedAfterAll()
  let mac: Client
  let hub: Client
  beforeAll(async () => {
    const server = await shared(postgres())
    const options = { port: 0, postgres: await server.newDatabase(), messages: 600, isLive: false }
    const demo = await shared(closable(startHubDemo(options)))
    mac = createClient({ baseUrl: demo.macs[0]?.url ?? '' })
    hub = createClient({ baseUrl: demo.url })
    await until(async () => (await hub.list_macs({})).every(({ history_complete }) => history_complete))
  })

  const closable = async (starting: Promise<HubDemo>) => {
    const demo = await starting
    return { ...demo, [Symbol.asyncDispose]: () => demo.stop() }
  }
  const ofHub = (guid: string) => `${line.number}~${guid}`

  /** Asks both, and returns what the Mac tells and where the hub differs. */
  async function both<T>(what: string, ask: (of: Client, isHub: boolean) => Promise<T>): Promise<[T, string[]]> {
    const [told, toldByHub] = await Promise.all([ask(mac, false), ask(hub, true)])
    const found = difference(asOnMac(told), asOnMac(toldByHub))
    return [told, found === undefined ? [] : [`${what}${found}`]]
  }

  test('list the same conversations, in the same order', async () => {
    for (const asked of [
      ...[{ limit: 200 }, { limit: 5, offset: 3 }, { unread: true }, { archived: false }],
      ...['a', 'frie', 'MUHL', '+1', '0100', 'example.net', 'no one'].map((q) => ({ q })),
    ]) {
      const [, different] = await both(JSON.stringify(asked), (of, isHub) =>
        of.list_conversations({ ...asked, ...(isHub && { line: line.name }) }),
      )
      expect(different).toEqual([])
    }
  })

  test('tell the same of each conversation: what it is, who is in it, what was sent, and any page of it', async () => {
    const different: string[] = []
    for (const { guid } of await mac.list_conversations({ limit: 200 })) {
      const compare = async <T>(name: string, ask: (of: Client, guid: string, rowids: number) => Promise<T>) => {
        const asked = (of: Client, isHub: boolean) => (isHub ? ask(of, ofHub(guid), firstOfLine) : ask(of, guid, 0))
        const [told, found] = await both(`${name} of ${guid}`, asked)
        different.push(...found)
        return told
      }
      await compare('conversation', (of, it) => of.get_conversation({ guid: it }))
      await compare('details', (of, it) => of.conversation_details({ guid: it }))
      for (const kind of ['media', 'links', 'files'] as const)
        await compare(kind, (of, it) => of.list_media({ guid: it, kind }))
      const page = await compare('newest messages', (of, it) => of.list_messages({ guid: it, limit: 30 }))
      const middle = page[Math.floor(page.length / 2)]
      if (middle === undefined) continue
      for (const name of ['before_rowid', 'after_rowid', 'around_rowid'] as const)
        await compare(name, (of, it, rowids) =>
          of.list_messages({ guid: it, limit: 10, [name]: middle.rowid + rowids }),
        )
      await compare('from_ts', (of, it) => of.list_messages({ guid: it, limit: 10, from_ts: middle.ts }))
      await compare('message', async (of) => (await of.get_message({ message: middle.guid })).message)
    }
    expect(different).toEqual([])
  })

  test('find the same messages by words, phrases, beginnings, people, kinds and dates', async () => {
    // Sorted, so that the order does not depend on when this runs.
    const all = (await mac.list_conversations({ limit: 200 })).toSorted((one, other) =>
      one.guid < other.guid ? -1 : 1,
    )
    const [first, second] = all.filter(({ is_group }) => !is_group)
    const words = all.flatMap(({ last_message }) => last_message.match(/\p{L}{4,}/gu) ?? []).slice(0, 6)
    const queries = [
      ...words.flatMap((word) => [word, `${word.slice(0, 3)}*`]),
      `"${first?.last_message.replaceAll('"', '')}"`,
      `${words[0]} OR ${words[1]}`,
      `${words[0]} -${words[1]}`,
      `from:"${first?.display_name}"`,
      `in:${second?.handle}`,
      'from:me',
      ...['attachment', 'image', 'video', 'audio', 'file', 'sticker', 'link', 'app'].map((what) => `has:${what}`),
      ...['sent', 'received', 'group', 'direct', 'edited', 'unsent', 'reply'].map((kind) => `is:${kind}`),
      'is:sent -has:attachment',
      'added',
      'ann*',
      '🎂',
    ]
    const different: string[] = []
    for (const q of queries) {
      const [, found] = await both(q, async (of, isHub) => {
        const { results } = await of.search({ q, limit: 100, ...(isHub && { line: line.name }) })
        return inOrder(results)
      })
      different.push(...found)
    }
    expect(different).toEqual([])
  })
})

/** Messages of the same moment come in either order. A Mac names the chat of a message, a hub its conversation. */
const inOrder = (results: readonly SearchResult[]) =>
  results
    .map(({ message, snippet, ranges }) => ({ message, snippet, ranges }))
    .toSorted(({ message: one }, { message: other }) => other.ts.localeCompare(one.ts) || other.rowid - one.rowid)
