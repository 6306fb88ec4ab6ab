/** Sets the clocks of Macs and hub a day apart. */
import { setTimeout as wait } from 'node:timers/promises'
import { booksOf, formatBooks, isBalanced } from '../books.ts'
import { HubWorld } from '../hub-world.ts'
import { RimMac } from '../rim-mac.ts'
import { startWriting } from '../rim-writing.ts'
import type { HubTrial, Outcome } from '../trial.ts'

const dayMs = 86_400_000
const perS = 100

async function clockSkew(): Promise<Outcome> {
  await using world = await HubWorld.open()
  const macs = new Map(
    [
      ['early', -dayMs],
      ['right', 0],
      ['late', dayMs],
    ].map(([name, clockMs]) => [name as string, new RimMac({ name: name as string, clockMs: clockMs as number })]),
  )
  for (const [name, mac] of macs) {
    mac.write(undefined, false)
    await world.add(name)
    await world.connect(name, mac)
    await world.untilHas(name, 0)
  }
  const writing = startWriting([...macs.values()], perS)
  await wait(5_000)
  await writing.stop()
  const nats = await world.connection()
  const found: string[] = []
  let isWhole = true
  for (const [n, [name, mac]] of [...macs].entries()) {
    await world.untilHas(name, mac.position)
    const books = await booksOf({ database: world.database, nats, client: mac, line: n + 1, since: 0 })
    isWhole &&= isBalanced(books)
    found.push(`${name}: ${formatBooks(books)}`)
  }
  return { figure: found.join('; '), reached: isWhole }
}

export const clocks: readonly HubTrial[] = [
  {
    name: 'clock-skew',
    claim: 'Macs whose clocks are a day early and a day late',
    target: 'order unaffected: 0 lost, out of order',
    run: clockSkew,
  },
]
