/** Lets clients that others wrote connect to the compatible servers of the installed service, over a simulated Mac. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { freePort } from '../../src/cli/foreground/free-port.ts'
import { hashPassword } from '../../src/web/auth/password-hash.ts'
import { filesWith } from '../../test/compat/files-with.ts'
import { populate, valuesOf } from '../../test/compat/populated.ts'
import { dirOf } from '../../test/harness/bridge-process.ts'
import { startReceiver } from '../../test/harness/receiver.ts'
import { until } from '../../test/harness/until.ts'
import { keyWith, password as ownPassword, signedIn } from '../../test/harness/web-here.ts'
import { hubOfOne } from '../hub-of-one.ts'
import { writePages } from '../pages.ts'
import { commandLine } from '../terminal.ts'
import { type Trial, tryAll } from '../trials.ts'
import { World } from '../world.ts'
import { type Came, type Client, compatRecord, onHub, type Place } from './client.ts'
import { clients } from './clients.ts'
import { installPrograms } from './programs.ts'
import { startRecorder } from './recorder.ts'

const all = clients.map(({ name }) => name)
const onHubs = clients.filter(({ isForMacs }) => !isForMacs).map(({ name }) => name)
const usage = `npm run proof -- compat [--hub] [CLIENT…]

Lets clients that others wrote for BlueBubbles and imsg, or those that are named, connect to the installed service. They are
installed outside the repository. docs/compat.md is written.

  --hub  they connect to a hub that has the Mac, instead of the Mac

Clients: ${all.join(', ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { names, values } = commandLine({ usage, args, options: { hub: { type: 'boolean' } }, names: all })
  const isHub = values.hub === true
  const asked = clients.filter(
    ({ name }) => (names.length === 0 || names.includes(name)) && (!isHub || onHubs.includes(name)),
  )
  const entries = await tryAll({
    trials: asked.map(
      (client): Trial<Came> => ({
        name: isHub ? onHub(client.name) : client.name,
        run: () => tried(client, isHub),
      }),
    ),
    format: ({ findings, said = 'works' }, { trial, seconds }) =>
      `${trial.padEnd(26)} ${findings.length === 0 ? said : `NOT WORKING\n  ${findings.join('\n  ')}`} (${seconds} s)`,
    keep(entry) {
      compatRecord.keep(entry, [...all, ...onHubs.map(onHub)])
      writePages()
    },
  })
  return entries.every(({ outcome }) => outcome?.findings.length === 0)
}

/** Each client gets a Mac of its own, so that none is told what another one did. */
async function tried(client: Client, isHub: boolean): Promise<Came> {
  const folder = client.programs === undefined ? '' : installPrograms(client.programs)
  const work = mkdtempSync(join(tmpdir(), 'compat-'))
  try {
    using mac = temporaryMac({ messages: 200, chats: 6 })
    populate(mac)
    await using receiver = await startReceiver()
    const port = await freePort(0)
    const forClients = {
      send: { per_minute: 1_000 },
      compat: { bluebubbles: { enabled: true, host: '127.0.0.1', port } },
    }
    await using world = new World(await startReceiver(), {
      mac,
      config: {
        relay: { scope: 'everyone', poll_interval_s: 0.2 },
        auth: { password_hash: await hashPassword(ownPassword) },
        send: forClients.send,
        ...(!isHub && forClients),
      },
    })
    await Promise.all([world.startBridge(), world.startWeb()])
    await using hub = isHub ? await hubOfOne({ home: mac.home, url: world.url }, forClients) : undefined
    const url = hub?.url ?? world.url
    const password = await keyWith({ url }, await signedIn(url), ['read', 'write'])
    const listener = `http://127.0.0.1:${port}`
    await untilListening(listener, password)
    await using recorder = await startRecorder(listener)
    const arrive = (text: string) => void mac.messages.receive({ from: '+12025550123', text })
    const known = valuesOf(mac, { hook: `${receiver.url}?password=${password}` })
    const values = isHub ? withLine(known) : known
    const there = hub === undefined ? world : { url: hub.url, web: world.web, startWeb: () => world.startWeb() }
    const place: Place = { folder, work, world: there, mac, listener, recorder, password, receiver, values, arrive }
    const came = await client.run(place)
    const told = filesWith(hub?.base ?? dirOf(mac.home).base, password).found
    return { ...came, findings: [...came.findings, ...told.map((file) => `the password stands in ${file}`)] }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Puts the number of the line before GUIDs, as on a hub; here there is only one line. */
const withLine = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, guidsOfWorld.includes(name) ? `1~${value}` : value]),
  )

const guidsOfWorld: readonly string[] = ['attachment', 'direct', 'directAny', 'group', 'message']

const untilListening = (listener: string, password: string): Promise<void> =>
  until(
    async () => {
      const response = await fetch(`${listener}/api/v1/ping?password=${password}`).catch(() => undefined)
      return response?.ok === true
    },
    { withinMs: 30_000, describe: () => 'the listener of BlueBubbles to answer' },
  )
