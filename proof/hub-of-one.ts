/** A hub as it is installed, with the simulated Mac of a world: what third-party programs connect to in the place of a Mac. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeHub } from '../src/cli/hub/init.ts'
import { startNats, startPostgres } from '../src/cli/hub/programs.ts'
import { nodeFlags } from '../src/cli/node-flags.ts'
import { unusedPort } from '../src/cli/test-unused-port.ts'
import { createClient } from '../src/client/client.ts'
import { names } from '../src/contract/names.ts'
import { newApiKey } from '../src/store/api-keys.ts'
import { saveConfig } from '../src/store/config-file.ts'
import { serviceDir } from '../src/store/service-dir.ts'
import { until } from '../test/harness/until.ts'
import { keyWith, passwordHash, signedIn } from '../test/harness/web-here.ts'
import { installation } from './installation.ts'
import { run } from './program.ts'

export interface HubOfOne extends AsyncDisposable {
  url: string
  /** The home below which the folder of the hub lies. */
  home: string
  /** The folder of the hub. */
  base: string
  /** An API key with every scope, which the hub knows from its settings. */
  key: string
}

/** The Mac of the world, whose web process runs and has a password. */
interface OneMac {
  home: string
  url: string
}

const line = 'home'
const startMs = 120_000

/** Resolves when the hub has what the Mac has. */
export async function hubOfOne(mac: OneMac, config: object = {}): Promise<HubOfOne> {
  await using opened = new AsyncDisposableStack()
  const [home, data] = ['hub-home-', 'hub-postgres-'].map((name) => mkdtempSync(join(tmpdir(), name))) as [
    string,
    string,
  ]
  opened.defer(async () => {
    for (const folder of [home, data]) rmSync(folder, { recursive: true, force: true })
  })
  const postgres = await startPostgres(data, await unusedPort())
  opened.defer(() => postgres.kill())
  const base = join(home, names.hubDirectory)
  const natsPort = await unusedPort()
  const nats = `nats://127.0.0.1:${natsPort}`
  const made = await makeHub(base, { postgres: postgres.url, listen: `127.0.0.1:${natsPort}`, nats })
  const server = await startNats(made.natsConfig, natsPort)
  opened.defer(() => server.kill())
  const { key, stored } = newApiKey({ label: 'proof', scopes: ['read', 'write', 'admin'] }, Date.now())
  const auth = { password_hash: passwordHash, api_keys: [stored] }
  saveConfig(serviceDir(base).configFile, { auth, send: { per_minute: 1_000 }, ...config })
  const url = await startedHub(home, opened)
  const client = createClient({ baseUrl: url, key })
  const { code } = await client.add_mac({ name: line })
  const joined = await run([process.execPath, ...nodeFlags, installation().entry, 'uplink', 'join', url, code], {
    env: { ...process.env, HOME: mac.home },
  })
  if (joined.status !== 0) throw new Error(`${joined.stdout}${joined.stderr}`)
  started(['uplink', 'run'], mac.home, opened)
  await untilCopied(mac, client)
  const keeping = opened.move()
  return { url, home, base, key, [Symbol.asyncDispose]: () => keeping.disposeAsync() }
}

/** A hub that ends because its servers are slow is started again, as by systemd. */
async function startedHub(home: string, opened: AsyncDisposableStack): Promise<string> {
  let hub = started(['hub', 'up', '--port', '0'], home, opened)
  const address = () => /Hub\s+(http:\S+)/.exec(hub.said())?.[1]
  const isThere = () => {
    if (hub.hasEnded()) hub = started(['hub', 'up', '--port', '0'], home, opened)
    return address() !== undefined
  }
  await until(isThere, { withinMs: startMs, describe: () => `a hub; it says ${hub.said()}` })
  return address() ?? ''
}

function started(args: readonly string[], home: string, opened: AsyncDisposableStack) {
  const { SERVICE_DIR: _, ...env } = process.env
  const child: ChildProcess = spawn(process.execPath, [...nodeFlags, installation().entry, ...args], {
    env: { ...env, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  opened.defer(async () => {
    if (hasEnded()) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return { said: () => said, hasEnded }
}

/** A line of Messages itself is no row of a hub. */
async function untilCopied(mac: OneMac, client: ReturnType<typeof createClient>): Promise<void> {
  const own = createClient({
    baseUrl: mac.url,
    key: await keyWith({ url: mac.url }, await signedIn(mac.url), ['read']),
  })
  const expected = (await own.list_conversations({ limit: 200 })).map(({ last_message_ts: ts }) => ts).toSorted()
  await until(
    async () => {
      const known = (await client.list_conversations({ limit: 200 })).map(({ last_message_ts: ts }) => ts).toSorted()
      return JSON.stringify(known) === JSON.stringify(expected) && (await client.list_macs())[0]?.state === 'connected'
    },
    { withinMs: startMs, describe: () => 'the hub to have the conversations of its Mac' },
  )
}
