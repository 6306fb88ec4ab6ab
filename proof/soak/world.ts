/**
 * Provides what a soak runs over: a simulated Mac, both processes, three plugins with their receivers, people, a sender
 * and visitors.
 */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '../../simulator/random.ts'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { type BridgeProcess, configure, dirOf, startBridge } from '../../test/harness/bridge-process.ts'
import { type Receiver, startReceiver } from '../../test/harness/receiver.ts'
import { type Launched, launchWeb } from '../../test/harness/web-process.ts'
import { type Sender, startSending } from '../sender.ts'
import { type People, startPeople } from './people.ts'
import { temporaryFolder } from './sample.ts'
import { startVisitors, type Visitors } from './visitors.ts'

export interface World extends AsyncDisposable {
  mac: TemporaryMac
  /** The receiver of the webhook. */
  receiver: Receiver
  bridge: BridgeProcess
  web: Launched
  people: People
  sender: Sender
  visitors: Visitors
  url(): string
  startBridge(): Promise<void>
  startWeb(): Promise<void>
}

export interface Pace {
  seed: string
  /** How much people do in a minute. */
  perMinute: number
}

const sendEveryMs = 2_500
const example = fileURLToPath(new URL('../../examples/daybook', import.meta.url))

export async function openWorld({ seed, perMinute }: Pace): Promise<World> {
  const mac = temporaryMac({ messages: 5_000, chats: 60 })
  mkdirSync(temporaryFolder(mac.home))
  process.env.TMPDIR = temporaryFolder(mac.home)
  const receiver = await startReceiver()
  const notified = await startReceiver(() => 200)
  const { integrationsDir } = dirOf(mac.home)
  mkdirSync(integrationsDir, { recursive: true, mode: 0o700 })
  cpSync(example, join(integrationsDir, 'daybook'), { recursive: true })
  configure(mac.home, settings(receiver, notified))
  const port = { now: 0 }
  const url = () => `http://127.0.0.1:${port.now}`
  const launch = async () => {
    const web = launchWeb(mac.home, { port: port.now })
    port.now = Number(new URL(await web.ready()).port)
    return web
  }
  const random = seededRandom(seed)
  const world: World = {
    ...{ mac, receiver, url },
    bridge: startBridge({ home: mac.home }),
    web: await launch(),
    people: startPeople(mac, { perMinute, seed: Math.floor(random() * 1e9) }),
    sender: startSending(url, sendEveryMs),
    visitors: startVisitors({ url, random: seededRandom(`${seed} visitors`) }),
    async startBridge() {
      world.bridge = startBridge({ home: mac.home })
      await world.bridge.polling()
    },
    async startWeb() {
      world.web = await launch()
    },
    async [Symbol.asyncDispose]() {
      world.bridge.child.kill('SIGKILL')
      world.web.child.kill('SIGKILL')
      await world.web.ended
      await Promise.all([receiver, notified].map((one) => one[Symbol.asyncDispose]()))
      mac.close()
    },
  }
  await world.bridge.polling()
  return world
}

const settings = (receiver: Receiver, notified: Receiver) => ({
  relay: { scope: 'everyone', poll_interval_s: 0.2 },
  send: { per_minute: 10_000, confirm_timeout_s: 2 },
  log: { max_mb: 1 },
  rules: [
    {
      ...{ id: 'soak', name: 'what is asked', enabled: true, trigger: 'on_inbound', conditions: 'contains:"?"' },
      ...{ action: { type: 'webhook', url: notified.url }, cooldown_s: 60 },
    },
  ],
  integrations: {
    webhook: { enabled: true, url: receiver.url },
    ntfy: { enabled: true, server: new URL(notified.url).origin, topic: 'soak' },
    daybook: { enabled: true },
  },
})
