/** Repeats envelopes, and lets Macs take the places of others. */
import { setTimeout as wait } from 'node:timers/promises'
import { jetstream } from '@nats-io/jetstream'
import { subjects } from '../../../src/envelope/subjects.ts'
import { macHere } from '../../../test/harness/hub-here.ts'
import { until } from '../../../test/harness/until.ts'
import { type Books, booksOf, formatBooks, isBalanced, settledPosition } from '../books.ts'
import { HubWorld } from '../hub-world.ts'
import { RimMac } from '../rim-mac.ts'
import { startWriting } from '../rim-writing.ts'
import { startTalk } from '../talk.ts'
import type { HubTrial, Outcome } from '../trial.ts'

const perS = 100

/** Publishes everything that a Mac publishes twice more, at once and later. */
async function duplicates({ isQuick }: { isQuick: boolean }): Promise<Outcome> {
  await using world = await HubWorld.open()
  const mac = new RimMac({ name: 'one' })
  for (let n = 0; n < 1_500; n++) mac.write(undefined, false)
  const nats = await world.connection()
  const seen: { subject: string; data: Uint8Array }[] = []
  let repeated = 0
  const publish = async (subject: string, data: Uint8Array) => {
    repeated++
    await jetstream(nats).publish(subject, data, { headers: undefined })
  }
  const ours = new Set<string>()
  await world.add('one')
  const place = world.placeOf('one')
  for (const subject of [subjects.live(place), subjects.past(place)])
    nats.subscribe(subject, {
      callback: (_error, { data }) => {
        const copy = Uint8Array.from(data)
        const key = Buffer.from(copy).toString('base64')
        if (ours.has(key)) return
        ours.add(key)
        seen.push({ subject, data: copy })
        void publish(subject, copy)
      },
    })
  await world.connect('one', mac)
  await world.untilHas('one', 0)
  const writing = startWriting([mac], perS)
  await wait(isQuick ? 5_000 : 15_000)
  await writing.stop()
  await world.untilHas('one', mac.position)
  for (const { subject, data } of seen) await publish(subject, data)
  for (const { subject, data } of seen.toReversed()) await publish(subject, data)
  const more = mac.write('the last')
  await world.untilHas('one', mac.position)
  const books = await booksOf({ database: world.database, nats, client: mac, line: 1, since: 0 })
  return {
    figure: `${repeated} envelopes again, ${more.message.guid} after them; ${formatBooks(books)}`,
    reached: isBalanced(books),
  }
}

/** Starts the program a second time, as somebody could. */
async function twoUplinks({ isQuick }: { isQuick: boolean }): Promise<Outcome> {
  await using mac = await macHere()
  await using world = await HubWorld.open()
  mac.bridge.mac.messages.receive({ from: '+12025550140', text: 'the first' })
  await world.add('one')
  world.startUplink('one', mac)
  await world.untilHas('one', 0)
  const { mark: since } = await world.mac('one')
  world.startSecondUplink('one', mac.web.url)
  const talk = startTalk(mac.bridge.mac.messages, 30)
  await wait(isQuick ? 5_000 : 20_000)
  await talk.stop()
  const { client } = mac.web
  await world.untilHas('one', await settledPosition(client))
  const nats = await world.connection()
  const books = await booksOf({ database: world.database, nats, client, line: 1, since })
  return { figure: formatBooks(books), reached: isBalanced(books) }
}

/** Two Macs say that they are the same, each with messages of its own under GUIDs of its own. */
async function clonedMac(): Promise<Outcome> {
  await using world = await HubWorld.open()
  const [first, clone] = [new RimMac({ name: 'first' }), new RimMac({ name: 'clone' })]
  await world.add('one')
  first.write(undefined, false)
  clone.write('not to be seen', false)
  await world.connect('one', first)
  await world.untilHas('one', 0)
  await world.connect('one', clone, { instance: 'clone' })
  const writing = startWriting([first, clone], perS)
  await wait(6_000)
  await until(() => world.said.some((text) => text.includes('another Mac has connected')))
  await writing.stop()
  await world.untilHas('one', first.position)
  const nats = await world.connection()
  const books: Books = await booksOf({ database: world.database, nats, client: first, line: 1, since: 0 })
  const isSaid = world.reader.said.includes('two Macs say that they are one')
  return {
    figure: `the clone is ${isSaid ? '' : 'not '}logged, and none of its messages are there; of the first ${formatBooks(books)}`,
    reached: isBalanced(books) && isSaid,
  }
}

/** Replaces a Mac by another computer with the same messages under other numbers, and with a journal of its own. */
async function replacedMac(): Promise<Outcome> {
  await using world = await HubWorld.open()
  const old = new RimMac({ name: 'same' })
  for (let n = 0; n < 1_000; n++) old.write(undefined, n >= 500)
  await world.add('one')
  const uplink = await world.connect('one', old)
  await world.untilHas('one', old.position)
  const numbers = () =>
    world.database.query<{ guid: string; rowid: number }>(
      'SELECT guid, rowid FROM message WHERE NOT is_gone ORDER BY guid',
    )
  const before = new Map((await numbers()).map(({ guid, rowid }) => [guid, rowid]))
  await uplink.stop()
  // A hub waits 30 s before it takes another Mac for the one that it knows.
  await world.database.query('UPDATE mac SET seen_ms = seen_ms - 60000')
  const { generation } = await world.mac('one')
  const replaced = new RimMac({ name: 'same', shift: 10_000 })
  for (let n = 0; n < 1_000; n++) replaced.write(undefined, false)
  await world.connect('one', replaced, { instance: 'replaced' })
  await until(async () => (await world.mac('one')).generation > generation)
  replaced.write('from the new one')
  await world.untilHas('one', replaced.position)
  const after = await numbers()
  const isSame = after.filter(({ guid, rowid }) => before.get(guid) === rowid).length
  const nats = await world.connection()
  const books = await booksOf({ database: world.database, nats, client: replaced, line: 1, since: 0 })
  return {
    figure: `generation ${generation + 1}; ${isSame} of ${before.size} messages kept their numbers; ${formatBooks(books)}`,
    reached: isBalanced(books, 'toldTwice', 'neverTold', 'outOfOrder') && isSame === before.size,
  }
}

export const identities: readonly HubTrial[] = [
  {
    name: 'duplicates',
    claim: 'every envelope published again at once, and all of them twice later, in both orders',
    target: 'one effect: 0 stale, told twice, out of order',
    run: duplicates,
  },
  {
    name: 'two-uplinks',
    claim: 'two uplinks of one Mac at the same time, over one journal',
    target: 'one effect: 0 lost, told twice, out of order',
    run: twoUplinks,
  },
  {
    name: 'cloned-mac',
    claim: 'two Macs with one identity and two journals',
    target: 'the first one goes on, nothing of the other is taken, and it is logged',
    run: clonedMac,
  },
  {
    name: 'replaced-mac',
    claim: 'a Mac replaced by another with the same messages under other ROWIDs',
    target: 'a new generation; messages match by GUID and keep their numbers; 0 lost',
    run: replacedMac,
  },
]
