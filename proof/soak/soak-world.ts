/** The world of a soak: three plugins with their receivers, people, a sender and visitors. */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '../../simulator/random.ts'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { dirOf } from '../../test/harness/bridge-process.ts'
import { type Receiver, startReceiver } from '../../test/harness/receiver.ts'
import { installation } from '../installation.ts'
import { type Sender, startSending } from '../sender.ts'
import { World } from '../world.ts'
import { type People, startPeople } from './people.ts'
import { temporaryFolder } from './sample.ts'
import { startVisitors, type Visitors } from './visitors.ts'

export interface Pace {
  seed: string
  /** The activity of people in a minute. */
  perMinute: number
}

const sendEveryMs = 2_500
const example = fileURLToPath(new URL('../../examples/daybook', import.meta.url))

export class SoakWorld extends World {
  readonly mac: TemporaryMac
  /** Receives what rules and notifications tell. */
  readonly notified: Receiver
  people!: People
  sender!: Sender
  visitors!: Visitors

  static async open({ seed, perMinute }: Pace): Promise<SoakWorld> {
    // Building leaves files of its own in the folder for temporary files, which are not to be counted.
    installation()
    const mac = temporaryMac({ messages: 5_000, chats: 60 })
    mkdirSync(temporaryFolder(mac.home))
    process.env.TMPDIR = temporaryFolder(mac.home)
    const { integrationsDir } = dirOf(mac.home)
    mkdirSync(integrationsDir, { recursive: true, mode: 0o700 })
    cpSync(example, join(integrationsDir, 'daybook'), { recursive: true })
    const world = new SoakWorld(mac, await startReceiver(), await startReceiver(() => 200))
    await Promise.all([world.startBridge(), world.startWeb()])
    const random = seededRandom(seed)
    world.people = startPeople(mac, { perMinute, seed: Math.floor(random() * 1e9) })
    world.sender = startSending(() => world.url, sendEveryMs)
    world.visitors = startVisitors({ url: () => world.url, random: seededRandom(`${seed} visitors`) })
    return world
  }

  private constructor(mac: TemporaryMac, receiver: Receiver, notified: Receiver) {
    super(receiver, { mac, config: settings(receiver, notified) })
    this.mac = mac
    this.notified = notified
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]()
    await this.notified[Symbol.asyncDispose]()
    this.mac.close()
  }
}

const settings = (receiver: Receiver, notified: Receiver) => ({
  relay: { scope: 'everyone', poll_interval_s: 0.2 },
  send: { per_minute: 10_000, confirm_timeout_s: 2 },
  log: { max_mb: 1 },
  rules: [
    {
      id: 'soak',
      name: 'what is asked',
      enabled: true,
      trigger: 'on_inbound',
      conditions: 'contains:"?"',
      action: { type: 'webhook', url: notified.url },
      cooldown_s: 60,
    },
  ],
  integrations: {
    webhook: { enabled: true, url: receiver.url },
    ntfy: { enabled: true, server: new URL(notified.url).origin, topic: 'soak' },
    daybook: { enabled: true },
  },
})
