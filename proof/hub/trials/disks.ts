/** Fills the disks of NATS and of PostgreSQL while a Mac writes, and empties them again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { smallDisk } from '../../../test/harness/small-disk.ts'
import { until } from '../../../test/harness/until.ts'
import { booksOf, formatBooks, isBalanced } from '../books.ts'
import { HubWorld, type HubWorldOptions } from '../hub-world.ts'
import { RimMac } from '../rim-mac.ts'
import { startWriting } from '../rim-writing.ts'
import type { HubTrial, Outcome } from '../trial.ts'

const perS = 100
const fullMs = 8_000

interface Disk {
  sizeMb: number
  options(folder: string): HubWorldOptions
  /** The remedy besides emptying the disk. */
  mend?(world: HubWorld): Promise<string>
}

async function fullDisk({ sizeMb, options, mend }: Disk): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'proof-disk-'))
  try {
    using disk = smallDisk(folder, sizeMb)
    await using world = await HubWorld.open(options(folder))
    const mac = new RimMac({ name: 'one' })
    mac.write(undefined, false)
    await world.add('one')
    await world.connect('one', mac)
    await world.untilHas('one', 0)
    await using writing = startWriting([mac], perS)
    await wait(2_000)
    disk.fill()
    await wait(fullMs)
    const mark = async () => (await world.mac('one')).mark
    const [stood, position] = [await mark(), mac.position]
    disk.empty()
    const startMs = performance.now()
    const isBack = async () => (await mark()) >= position
    const byItself = await until(isBack, { withinMs: mend === undefined ? 90_000 : 15_000 }).then(
      () => true,
      () => false,
    )
    const mended = byItself ? 'by itself' : ((await mend?.(world)) ?? '')
    await until(isBack, { withinMs: 60_000, describe: () => world.reader.said.slice(-500) })
    const tookS = (performance.now() - startMs) / 1_000
    await writing.stop()
    await world.untilHas('one', mac.position)
    const nats = await world.connection()
    const books = await booksOf({ database: world.database, nats, client: mac, line: 1, since: 0, isFeedNew: true })
    return {
      figure: `${position - stood} events behind when there was room again, there ${mended} after ${tookS.toFixed(1)} s; ${formatBooks(books)}`,
      reached: isBalanced(books),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const disks: readonly HubTrial[] = [
  {
    name: 'nats-disk-full',
    claim: 'the disk of nats-server full for 8 s while a Mac writes',
    target: '0 lost once there is room, nothing told wrongly',
    run: () =>
      fullDisk({
        sizeMb: 24,
        options: (folder) => ({ nats: { storeFolder: join(folder, 'nats') } }),
        mend: async ({ nats }) => {
          await nats.kill()
          nats.launch(0)
          await nats.ready()
          return 'after a restart of nats-server'
        },
      }),
  },
  {
    name: 'postgres-disk-full',
    claim: 'the disk of PostgreSQL full for 8 s while a Mac writes',
    target: 'marks stand still; 0 lost once there is room, nothing told wrongly',
    run: () =>
      fullDisk({
        sizeMb: 160,
        options: (folder) => ({ postgresFolder: folder }),
        mend: async (world) => {
          await world.restartPostgres()
          return 'after a restart of PostgreSQL'
        },
      }),
  },
]
