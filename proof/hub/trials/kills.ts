/** Kills each process of a hub again and again, while people write to a Mac. */
import { seededRandom } from '../../../simulator/random.ts'
import { macHere } from '../../../test/harness/hub-here.ts'
import { booksOf, formatBooks, isBalanced, settledPosition } from '../books.ts'
import { HubWorld } from '../hub-world.ts'
import { killEach } from '../kill-each.ts'
import { startTalk } from '../talk.ts'
import type { HubTrial, Outcome } from '../trial.ts'

interface Kills {
  servers: 1 | 3
  /** The kills of each process; three servers of NATS share theirs. */
  each: number
}

const perS = 40

async function killedUnderTraffic({ servers, each }: Kills): Promise<Outcome> {
  await using mac = await macHere()
  await using world = await HubWorld.open({ servers })
  const random = seededRandom(`kills ${servers}`)
  const { messages } = mac.bridge.mac
  messages.receive({ from: '+12025550140', text: 'the first' })
  await world.add('one')
  const uplink = world.startUplink('one', mac)
  await world.untilHas('one', 0)
  const { mark: since } = await world.mac('one')
  const talk = startTalk(messages, perS)
  const kills = {
    reader: () => world.reader.restart(),
    uplink: () => uplink.restart(),
    nats: async () => {
      const node = Math.floor(random() * servers)
      await world.nats.kill(node)
      world.nats.launch(node)
    },
  }
  // A process that has just been started is killed as well, but not each time.
  await killEach(kills, { each, random, calmMs: () => (random() < 0.7 ? random() * 1_500 : undefined) })
  await world.nats.ready()
  await talk.stop()
  const events = await settledPosition(mac.web.client)
  await world.untilHas('one', events)
  const nats = await world.connection()
  const books = await booksOf({ database: world.database, nats, client: mac.web.client, line: 1, since })
  return { figure: `${each * 3} kills; ${formatBooks(books)}`, reached: isBalanced(books) }
}

export const kills: readonly HubTrial[] = [
  {
    name: 'kills',
    claim: 'kill −9 of reader, nats-server and uplink, 50 times each, while people write',
    target: '0 lost, stale, told twice, never told, out of order',
    run: ({ isQuick }) => killedUnderTraffic({ servers: 1, each: isQuick ? 8 : 50 }),
  },
  {
    name: 'cluster-kills',
    claim: 'the same with three servers of NATS that keep everything thrice, 10 times each',
    target: '0 lost, stale, told twice, never told, out of order',
    run: ({ isQuick }) => killedUnderTraffic({ servers: 3, each: isQuick ? 4 : 10 }),
  },
]
