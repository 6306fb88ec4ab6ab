/** Takes from PostgreSQL and NATS what they had stored, while Macs go on writing. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../../src/cli/hub/server-program.ts'
import { until } from '../../../test/harness/until.ts'
import { booksOf, formatBooks, isBalanced } from '../books.ts'
import { HubWorld } from '../hub-world.ts'
import { RimMac } from '../rim-mac.ts'
import { startWriting } from '../rim-writing.ts'
import { FileMount } from '../small-mount.ts'
import type { HubTrial, Outcome } from '../trial.ts'

interface Losing {
  world: HubWorld
  mac: RimMac
  /** Keeps a copy of PostgreSQL as it is now. */
  dump(): void
  /** Sets PostgreSQL back to that copy. The reader is killed meanwhile, as the server of it would be. */
  restore(): Promise<void>
}

const perS = 200

/** Sets PostgreSQL back. News that the hub had told before are told again: only PostgreSQL knew of them. */
async function losing(
  lose: (it: Losing) => Promise<string>,
  { forgets = false, isFeedNew = false, nats = {} },
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'proof-dump-'))
  try {
    await using world = await HubWorld.open({ nats })
    const mac = new RimMac({ name: 'one' })
    for (let n = 0; n < 2_000; n++) mac.write(undefined, false)
    await world.add('one')
    await world.connect('one', mac)
    await world.untilHas('one', 0)
    await using writing = startWriting([mac], perS)
    const file = join(folder, 'dump')
    const pg = (program: string, ...args: string[]) =>
      void execFileSync(findProgram(program) ?? program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const said = await lose({
      world,
      mac,
      dump: () => pg('pg_dump', '-Fc', '-f', file, world.postgres.url),
      async restore() {
        await world.reader.kill()
        await world.database.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
        pg('pg_restore', '--single-transaction', '-d', world.postgres.url, file)
        world.reader.start()
      },
    })
    await wait(1_000)
    await writing.stop()
    await world.untilHas('one', mac.position)
    const connection = await world.connection()
    const books = await booksOf({
      database: world.database,
      nats: connection,
      client: mac,
      line: 1,
      since: 0,
      isFeedNew,
    })
    const reached = forgets ? isBalanced(books, 'toldTwice', 'neverTold', 'outOfOrder') : isBalanced(books)
    return { figure: `${said}; ${formatBooks(books)}`, reached }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const deleteStream = async ({ world }: Losing) => {
  const connection = await world.connection()
  await connection.request('$JS.API.STREAM.DELETE.UP_0', '', { timeout: 5_000 })
}

const markOf = async ({ world }: Losing) => (await world.mac('one')).mark

async function setBack(it: Losing, meanwhile: () => Promise<void> = async () => undefined): Promise<string> {
  await wait(1_500)
  it.dump()
  const at = await markOf(it)
  await wait(4_000)
  const reached = await markOf(it)
  await meanwhile()
  await it.restore()
  return `set back from event ${reached} to about ${at}`
}

async function powerCut(): Promise<Outcome> {
  using disk = FileMount.make(256)
  const cuts: FileMount[] = []
  try {
    return await losing(
      async ({ world, mac }) => {
        await wait(2_000)
        await world.reader.kill()
        const before = mac.position
        await wait(8_000)
        const sent = mac.position - before
        // The copy made while the server writes is all that a power cut would leave of the disk.
        const cut = disk.asAfterPowerCut()
        cuts.push(cut)
        await world.nats.kill()
        await world.nats.moveStore(join(cut.folder, 'store'))
        world.nats.launch(0)
        await world.nats.ready()
        const connection = await world.connection()
        const [said] = [await connection.request('$JS.API.STREAM.INFO.UP_0', '', { timeout: 5_000 })]
        const { state } = said.json<{ state?: { messages: number; last_seq: number } }>()
        world.reader.start()
        return `${sent} events sent to a server without a reader, of which the disk had ${state?.messages ?? 'no'} envelopes`
      },
      { isFeedNew: true, nats: { folder: join(disk.folder, 'nats'), storeFolder: join(disk.folder, 'store') } },
    )
  } finally {
    for (const cut of cuts) cut[Symbol.dispose]()
  }
}

export const losses: readonly HubTrial[] = [
  {
    name: 'power-cut',
    claim: 'power cut of nats-server after 8 s without a reader: its disk has only what was written through',
    target: '0 lost; who follows is told to begin anew, and everything after that once and in order',
    run: powerCut,
  },
  {
    name: 'set-back',
    claim: 'PostgreSQL set back to a dump of 4 s ago, while Macs write',
    target: '0 lost',
    run: () => losing((it) => setBack(it), { forgets: true }),
  },
  {
    name: 'stream-deleted',
    claim: 'the stream of a partition deleted while Macs write',
    target: '0 lost; nothing told wrongly',
    run: () =>
      losing(async (it) => {
        await wait(1_500)
        const before = await markOf(it)
        await deleteStream(it)
        await until(async () => (await markOf(it)) > before + perS)
        return `deleted at event ${before}`
      }, {}),
  },
  {
    name: 'both-lost',
    claim: 'PostgreSQL set back and the stream deleted at once',
    target: '0 lost',
    run: () => losing((it) => setBack(it, () => deleteStream(it)), { forgets: true }),
  },
]
