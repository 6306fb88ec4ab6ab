/** Connects Macs at the rim of their uplinks to a hub, each with a line and a connection of its own. */
import { until } from '../../../test/harness/until.ts'
import type { HubWorld } from '../hub-world.ts'
import { RimMac } from '../rim-mac.ts'

/** Resolves once the hub has what each of them had. They are called by the prefix and a number from 1 on. */
export async function connectMacs(world: HubWorld, prefix: string, count: number): Promise<RimMac[]> {
  const macs: RimMac[] = []
  for (let n = 1; n <= count; n++) {
    const [name, mac] = [`${prefix}-${n}`, new RimMac({ name: `${prefix}-${n}` })]
    mac.write(undefined, false)
    await world.add(name)
    await world.connect(name, mac)
    macs.push(mac)
  }
  await until(async () => (await donePasts(world, prefix)) === count, { withinMs: 300_000, everyMs: 200 })
  return macs
}

async function donePasts({ database }: HubWorld, prefix: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    "SELECT count(*) AS count FROM mac WHERE past_done AND name LIKE $1 || '-%'",
    [prefix],
  )
  return row?.count ?? 0
}
