/** Cuts nats-server off from everyone else for a while. All is well when the hub is no more than a second behind. */
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../../test/harness/until.ts'
import { booksOf, formatBooks, isBalanced } from '../books.ts'
import { HubWorld } from '../hub-world.ts'
import { RimMac } from '../rim-mac.ts'
import { startWriting } from '../rim-writing.ts'
import type { HubTrial, Outcome } from '../trial.ts'

const cutMs = 15_000
const mostMs = 5_000
const macs = ['one', 'two', 'three', 'four']
async function partition(perS: number): Promise<Outcome> {
  await using world = await HubWorld.open({ nats: { isCuttable: true } })
  const writers = new Map(macs.map((name) => [name, new RimMac({ name })]))
  for (const [name, mac] of writers) {
    mac.write()
    await world.add(name)
    await world.connect(name, mac)
    await world.untilHas(name, mac.position)
  }
  await using writing = startWriting([...writers.values()], perS)
  const behind = async () => {
    const positions = [...writers.values()].reduce((sum, { position }) => sum + position, 0)
    const [row] = await world.database.query<{ marks: number }>('SELECT sum(mark)::bigint AS marks FROM mac')
    return positions - (row?.marks ?? 0)
  }
  await wait(3_000)
  world.nats.way.cut()
  await wait(cutMs)
  const most = await behind()
  world.nats.way.mend()
  const mendedMs = performance.now()
  await until(async () => (await behind()) <= perS, {
    withinMs: 120_000,
    everyMs: 20,
    describe: () => `the hub to be up to date: ${world.reader.said.slice(-600)} ${world.said.slice(-12).join('; ')}`,
  })
  const tookMs = performance.now() - mendedMs
  await wait(1_000)
  await writing.stop()
  const nats = await world.connection()
  const found: string[] = []
  let isWhole = true
  for (const [n, name] of macs.entries()) {
    const mac = writers.get(name) as RimMac
    await world.untilHas(name, mac.position)
    const books = await booksOf({ database: world.database, nats, client: mac, line: n + 1, since: 1 })
    isWhole &&= isBalanced(books)
    if (!isBalanced(books) || n === 0) found.push(formatBooks(books))
  }
  return {
    figure: `${most} events behind after 15 s; normal again ${(tookMs / 1_000).toFixed(1)} s after its end; of each of ${macs.length} Macs ${found.join('; ')}`,
    reached: isWhole && tookMs <= mostMs,
  }
}

export const partitions: readonly HubTrial[] = [
  {
    name: 'partition',
    claim: 'nats-server cut off from Macs and hub for 15 s, at 500 events/s',
    target: 'normal again within 5 s; 0 lost, told twice, never told, out of order',
    run: ({ isQuick }) => partition(isQuick ? 100 : 500),
  },
]
