/** `service hub demo`: a hub with two simulated Macs, to try what one address for many Macs is. Nothing of it is kept. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMac } from '../../../simulator/create.ts'
import { liveTalk } from '../../../simulator/live/live-talk.ts'
import { openMac } from '../../../simulator/mac.ts'
import { programsFolder } from '../../../simulator/paths.ts'
import { runBridge } from '../../bridge/main.ts'
import { createClient } from '../../client/client.ts'
import { names } from '../../contract/names.ts'
import { OpenedResources } from '../../domain/closing.ts'
import { hubKeys } from '../../hub/access/hub-keys.ts'
import { writeNatsConfig } from '../../hub/access/nats-config.ts'
import { openHub } from '../../hub/access/open-hub.ts'
import { Ingest } from '../../hub/ingest/ingest.ts'
import { HubRelay } from '../../hub/relay/hub-relay.ts'
import { runHubWeb } from '../../hub/services/run-hub-web.ts'
import { openDatabase } from '../../hub/store/database.ts'
import { openPglite } from '../../hub/store/pglite-database.ts'
import { saveConfig } from '../../store/config-file.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { connectAs, joinHub, uplinkOf } from '../../uplink/join.ts'
import { Uplink } from '../../uplink/uplink.ts'
import { runWeb } from '../../web/main.ts'
import { freePort } from '../foreground/free-port.ts'
import { startNats, startPostgres } from './programs.ts'
import { findProgram } from './server-program.ts'

export interface HubDemo {
  /** The address of the hub. */
  url: string
  database: 'PostgreSQL' | 'PGlite'
  macs: readonly { name: string; url: string; home: string }[]
  stop(): Promise<void>
}

export interface HubDemoOptions {
  port?: number | undefined
  /** A PostgreSQL with an empty database, in the place of one that the demo starts. */
  postgres?: string | undefined
  /** Whether PostgreSQL is installed. */
  hasPostgres?: boolean
  /** The number of messages that each Mac has to begin with. */
  messages?: number
  /** Whether people talk. */
  isLive?: boolean
}

const macs = ['home', 'office'] as const
/** The hub has one partition: what a few Macs write is not worth more. */
const partition = 0

/** Throws `hub_unavailable`, and what keeps a service from starting. */
export async function startHubDemo({
  port,
  postgres,
  hasPostgres = findProgram('postgres') !== undefined,
  messages = 2_000,
  isLive = true,
}: HubDemoOptions): Promise<HubDemo> {
  const opened = new OpenedResources()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), `${names.command}-hub-`)), (path) =>
    rmSync(path, { recursive: true, force: true }),
  )
  try {
    const base = join(folder, 'hub')
    const natsPort = await freePort(0)
    const { path } = await writeNatsConfig(base, hubKeys(base), { listen: `127.0.0.1:${natsPort}` })
    const server = opened.use(await startNats(path, natsPort))
    const postgresUrl = postgres ?? (hasPostgres ? (await ownPostgres(opened)).url : undefined)
    // The hub closes it.
    const database = postgresUrl === undefined ? await openPglite() : await openDatabase(postgresUrl)
    const settings = { ...loadConfig(serviceDir(base)).config.hub, nats_url: server.url }
    saveConfig(serviceDir(base).configFile, { relay: { scope: 'everyone' } })
    const own = opened.use(await openHub({ base, settings, database }))
    const hub = opened.use(await runHubWeb({ ...own, base, port: port ?? (await freePort()) }))
    opened.use(new Ingest({ ...own, partition, log: hub.log }))
    opened.use(new HubRelay({ ...own, base, log: hub.log }))
    const started: HubDemo['macs'][number][] = []
    for (const [n, name] of macs.entries()) {
      const mac = await startMac(join(folder, name), { seed: n + 1, messages, isLive, opened })
      const { code } = await own.macs.add({ name }, 'command')
      const identity = await joinHub(hub.url, code)
      const nats = opened.use(await connectAs(identity))
      opened.use(new Uplink({ client: createClient({ baseUrl: mac.url }), nats, ...uplinkOf(identity), log: hub.log }))
      started.push({ name, ...mac })
    }
    return {
      url: hub.url,
      database: postgresUrl === undefined ? 'PGlite' : 'PostgreSQL',
      macs: started,
      stop: () => opened.close(),
    }
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

/** Opens a PostgreSQL for the demo. Its folder is separate, since another user may own it. */
async function ownPostgres(opened: OpenedResources) {
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), `${names.command}-postgres-`)), (path) =>
    rmSync(path, { recursive: true, force: true }),
  )
  return opened.use(await startPostgres(folder, await freePort(0)))
}

interface DemoMac {
  seed: number
  messages: number
  isLive: boolean
  opened: OpenedResources
}

async function startMac(home: string, { seed, messages, isLive, opened }: DemoMac) {
  mkdirSync(home)
  createMac(home, { seed, messages })
  const base = join(home, names.baseDirectory)
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { relay: { scope: 'everyone' } })
  const options = { home, base, path: programsFolder(home) }
  opened.use(runBridge(options))
  const web = opened.use(await runWeb({ ...options, port: 0 }))
  if (isLive) startTalk(home, opened)
  return { url: web.url, home }
}

function startTalk(home: string, opened: OpenedResources): void {
  const ending = new AbortController()
  const mac = openMac(home)
  const talk = liveTalk(mac, { signal: ending.signal })
  opened.adopt(mac, async () => {
    ending.abort()
    await talk
    mac.close()
  })
}
