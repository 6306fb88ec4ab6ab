/** Fills the disks of NATS and of PostgreSQL while a Mac writes, and empties them again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SharedAlerts } from '../../../src/hub/services/shared-alerts.ts'
import { loadConfig } from '../../../src/store/config-in-force.ts'
import { serviceDir } from '../../../src/store/service-dir.ts'
import { smallDisk } from '../../../test/harness/small-disk.ts'
import { until } from '../../../test/harness/until.ts'
import { booksOf, formatBooks, isBalanced } from '../books.ts'
import { HubWorld, type HubWorldOptions } from '../hub-world.ts'
import { rememberingLog } from '../remembering-log.ts'
import { RimMac } from '../rim-mac.ts'
import { startWriting } from '../rim-writing.ts'
import type { HubTrial, Outcome } from '../trial.ts'

const perS = 100
/** An alert is raised sooner. */
const toldMs = 120_000

interface Disk {
  sizeMb: number
  options(folder: string): HubWorldOptions
  /** The text that the alert has to contain. */
  about: RegExp
  /** The remedy besides emptying the disk. */
  mend?(world: HubWorld): Promise<string>
}

async function fullDisk({ sizeMb, options, about, mend }: Disk): Promise<Outcome> {
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
    const told = await toldOf(world, about)
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
      figure: `${told.figure}; ${position - stood} events behind when there was room again, there ${mended} after ${tookS.toFixed(1)} s; ${formatBooks(books)}`,
      reached: told.isTold && isBalanced(books),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the text of the hub's alert. The disk stays full until it is raised. */
async function toldOf(world: HubWorld, about: RegExp): Promise<{ isTold: boolean; figure: string }> {
  const startMs = performance.now()
  const { config } = loadConfig(serviceDir(world.nats.base))
  const alerts = new SharedAlerts({
    database: world.database,
    settings: { current: () => config },
    log: rememberingLog(world.said),
    nowMs: Date.now,
  })
  const reasons = () => alerts.raised().map(({ kind, reason }) => `${kind} (${reason})`)
  const isTold = await until(
    async () => {
      await alerts.check()
      return reasons().some((reason) => about.test(reason))
    },
    { withinMs: toldMs, everyMs: 1_000 },
  ).then(
    () => true,
    () => false,
  )
  const tookS = Math.round((performance.now() - startMs) / 1_000)
  return {
    isTold,
    figure: isTold ? `told after ${tookS} s: ${reasons().join(', ')}` : `NOT TOLD: ${reasons().join(', ')}`,
  }
}

export const disks: readonly HubTrial[] = [
  {
    name: 'nats-disk-full',
    claim: 'the disk of nats-server full until an alert says so, while a Mac writes',
    target: 'an alert; 0 lost once there is room, nothing told wrongly',
    run: () =>
      fullDisk({
        sizeMb: 24,
        about: /reader_stopped.*nats-server/,
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
    claim: 'the disk of PostgreSQL full until an alert says so, while a Mac writes',
    target: 'an alert; marks stand still; 0 lost once there is room, nothing told wrongly',
    run: () =>
      fullDisk({
        sizeMb: 160,
        about: /reader_stopped.*PostgreSQL/,
        options: (folder) => ({ postgresFolder: folder }),
        mend: async (world) => {
          await world.restartPostgres()
          return 'after a restart of PostgreSQL'
        },
      }),
  },
]
