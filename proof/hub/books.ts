/** Compares what a hub has and has told with what its Macs have: messages with PostgreSQL, events with the feed. */
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { PlacedMessage } from '../../src/contract/placed-message.ts'
import { feedStream } from '../../src/envelope/subjects.ts'
import type { Database } from '../../src/hub/store/database.ts'
import { hubGuid, hubRowid } from '../../src/hub/store/ids.ts'
import { packMessage } from '../../src/hub/store/packed-message.ts'
import { readFrom } from '../../src/hub/streams/streams.ts'
import type { MacClient as WholeClient } from '../../src/uplink/mac-client.ts'
import type { JournalEvent } from '../../src/uplink/snapshot.ts'

type MacClient = Pick<WholeClient, 'events' | 'list_all_messages'>

export interface Books {
  messages: number
  events: number
  /** Messages that the hub does not have. */
  lost: string[]
  /** Messages that the hub has in another state. */
  stale: string[]
  /** Messages that the hub shows and the Mac does not. */
  extra: string[]
  toldTwice: string[]
  neverTold: string[]
  outOfOrder: string[]
}

export interface Compared {
  database: Database
  nats: NatsConnection
  client: MacClient
  line: number
  /** The events after this one are told. */
  since: number
  /** The feed was made anew, which its readers are told: it needs only what was told after that. */
  isFeedNew?: boolean
}

export async function booksOf({ database, nats, client, line, since, isFeedNew = false }: Compared): Promise<Books> {
  const [shown, stored] = [await shownBy(client), await storedOf(database, line)]
  const [written, told] = [await eventsOf(client, since), await toldOf(nats, line)]
  const expected = written.filter(({ type }) => type !== 'send_updated').map((event) => keyOf(asTold(line, event)))
  const missing = [...shown.values()].filter(({ message }) => !stored.has(message.guid))
  const differs = ({ message }: PlacedMessage) => {
    const own = stored.get(message.guid)
    return own !== undefined && !isDeepStrictEqual(own, asStored(message))
  }
  return {
    messages: shown.size,
    events: expected.length,
    lost: missing.map(({ message }) => message.guid),
    stale: [...shown.values()].filter(differs).map(({ message }) => message.guid),
    extra: [...stored.keys()].filter((guid) => !shown.has(guid)),
    ...toldOtherwise(isFeedNew ? expected.slice(Math.max(0, expected.indexOf(told[0] ?? ''))) : expected, told),
  }
}

/** Returns everything that a Mac shows, by GUID. */
async function shownBy(client: MacClient): Promise<Map<string, PlacedMessage>> {
  const shown = new Map<string, PlacedMessage>()
  for (let before: number | undefined; ; ) {
    const { messages, from_rowid, more } = await client.list_all_messages({ limit: 500, before_rowid: before })
    for (const placed of messages) shown.set(placed.message.guid, placed)
    if (!more) return shown
    before = from_rowid
  }
}

const asStored = (message: PlacedMessage['message']) => ({
  sent_ms: Date.parse(message.ts),
  mac_rowid: message.rowid,
  more: JSON.parse(JSON.stringify(packMessage(message))),
})

async function storedOf(database: Database, line: number): Promise<Map<string, ReturnType<typeof asStored>>> {
  const rows = await database.query<{ guid: string } & ReturnType<typeof asStored>>(
    'SELECT guid, sent_ms, mac_rowid, more FROM message WHERE line = $1 AND NOT is_gone',
    [line],
  )
  return new Map(rows.map(({ guid, ...rest }) => [guid, rest]))
}

/** The newest event of a Mac: its stream greets with it. */
async function positionOf(client: MacClient): Promise<number> {
  const ending = new AbortController()
  const greeted = Promise.withResolvers<number>()
  const reading = (async () => {
    const options = { signal: ending.signal, onId: (id: string) => greeted.resolve(Number(id)) }
    for await (const _ of client.events({}, options));
  })()
  const position = await greeted.promise
  ending.abort()
  await reading.catch(() => undefined)
  return position
}

const settledMs = 2_000

/** The position of a journal once it does not grow any more. */
export async function settledPosition(client: MacClient): Promise<number> {
  for (let position = await positionOf(client); ; ) {
    await wait(settledMs)
    const now = await positionOf(client)
    if (now === position) return now
    position = now
  }
}

async function eventsOf(client: MacClient, since: number): Promise<JournalEvent[]> {
  const last = await positionOf(client)
  const events: JournalEvent[] = []
  if (last <= since) return events
  const ending = new AbortController()
  let seen = since
  for await (const { id, value } of client.events({ since }, { signal: ending.signal })) {
    // Events that are not kept have no id.
    if (id === undefined || Number(id) <= seen) continue
    seen = Number(id)
    events.push({ ...(value as object), id: seen } as JournalEvent)
    if (seen >= last) break
  }
  ending.abort()
  return events
}

const asTold = (line: number, { id: _, chat_guid, rowid, ...event }: JournalEvent): object => ({
  ...event,
  ...(typeof chat_guid === 'string' && { chat_guid: hubGuid(line, chat_guid) }),
  ...(typeof rowid === 'number' && { rowid: hubRowid(line, rowid) }),
})

const keyOf = (event: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(event).sort(([one], [other]) => (one < other ? -1 : 1))))

async function toldOf(nats: NatsConnection, line: number): Promise<string[]> {
  const { streams } = await jetstreamManager(nats, { checkAPI: false })
  const { state } = await streams.info(feedStream.name)
  const told: string[] = []
  if (state.messages === 0) return told
  const messages = await readFrom(jetstream(nats), feedStream.name, 0)
  for await (const { seq, subject, data } of messages) {
    if (subject === feedStream.of(line))
      told.push(...(JSON.parse(new TextDecoder().decode(data)) as object[]).map(keyOf))
    if (seq >= state.last_seq) break
  }
  messages.stop()
  return told
}

export function toldOtherwise(expected: readonly string[], told: readonly string[]) {
  const counts = (keys: readonly string[]) => {
    const count = new Map<string, number>()
    for (const key of keys) count.set(key, (count.get(key) ?? 0) + 1)
    return count
  }
  const [wanted, found] = [counts(expected), counts(told)]
  const more = (one: Map<string, number>, other: Map<string, number>) =>
    [...one].flatMap(([key, count]) => Array.from({ length: Math.max(0, count - (other.get(key) ?? 0)) }, () => key))
  return {
    neverTold: more(wanted, found),
    toldTwice: more(found, wanted),
    outOfOrder: misplaced(expected, told),
  }
}

/** Compares the first of each. */
function misplaced(expected: readonly string[], told: readonly string[]): string[] {
  const first = [...new Set(told)]
  const place = new Map([...new Set(expected)].map((key, n) => [key, n]))
  let highest = -1
  return first.filter((key) => {
    const at = place.get(key)
    if (at === undefined) return false
    const isLate = at < highest
    highest = Math.max(highest, at)
    return isLate
  })
}

const faults = ['lost', 'stale', 'extra', 'toldTwice', 'neverTold', 'outOfOrder'] as const
const inWords = {
  lost: 'lost',
  stale: 'stale',
  extra: 'extra',
  toldTwice: 'told twice',
  neverTold: 'never told',
  outOfOrder: 'out of order',
} as const satisfies Record<(typeof faults)[number], string>

export const isBalanced = (books: Books, ...but: readonly (typeof faults)[number][]): boolean =>
  faults.every((fault) => but.includes(fault) || books[fault].length === 0)

export function formatBooks(books: Books): string {
  const found = faults.filter((fault) => books[fault].length > 0)
  const counts = found.map(
    (fault) => `${books[fault].length} ${inWords[fault]} (${books[fault].slice(0, 2).join(', ')})`,
  )
  const all = found.length === 0 ? '0 lost, stale, extra, told twice, never told or out of order' : counts.join(', ')
  return `${books.messages} messages, ${books.events} events: ${all}`
}
