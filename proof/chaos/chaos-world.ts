/**
 * Runs both processes of the service over a simulated Mac, with people who write, a client that sends, and a receiver
 * with moods.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../simulator/random.ts'
import { names } from '../../src/contract/names.ts'
import { type BridgeProcess, configure, startBridge, toWebhook } from '../../test/harness/bridge-process.ts'
import { type Receiver, startReceiver } from '../../test/harness/receiver.ts'
import { type SmallDisk, smallDisk } from '../../test/harness/small-disk.ts'
import { startTalking, type Talkers } from '../../test/harness/talkers.ts'
import { type Launched, launchWeb } from '../../test/harness/web-process.ts'
import { type Sender, startSending } from '../sender.ts'
import { type ChaosMac, chaosMac } from './chaos-mac.ts'

/** How the receiver handles deliveries. */
export type Mood = 'takes' | 'refuses' | 'is slow' | 'takes and denies it'

/** Everything that ended is started again afterwards. */
export type Fault = (world: World, random: Random) => Promise<void>

export interface World extends AsyncDisposable {
  mac: ChaosMac
  /** Undefined where this user may not mount one. */
  disk: SmallDisk | undefined
  receiver: Receiver
  bridge: BridgeProcess
  web: Launched
  talkers: Talkers
  sender: Sender
  mood: Mood
  /** The address of the web process. */
  url(): string
  /** The deliveries that the receiver accepted, in order; the id is that of the delivery. */
  taken(): { text: string | null; id: string }[]
  /** Starts the bridge again, through another program if given. */
  startBridge(through?: readonly string[]): void
  /** Does the same for the web process; resolves once it listens, or fails to. */
  startWeb(through?: readonly string[]): Promise<void>
  /** Starts the processes that do not run. */
  startDead(): Promise<void>
  /** Repairs everything, starts the processes that do not run, and waits until both work. */
  mend(): Promise<void>
}

const talkEveryMs = 25
const slowMs = 1_500
/** Five hundred rounds leave some 120 MB of journal, index and ledger behind. */
const diskMb = 320
const isRoot = process.getuid?.() === 0

/** Runs as root without the capabilities that let it bypass file permissions. */
const asOrdinaryUser = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []

export async function openWorld(pollS = 0.2): Promise<World> {
  const mac = chaosMac()
  const { home } = mac
  const disk = isRoot ? smallDisk(join(home, names.baseDirectory), diskMb) : undefined
  const receiver = await startReceiver(async () => {
    if (world.mood === 'is slow') await wait(slowMs)
    return world.mood === 'takes' || world.mood === 'is slow' ? 204 : 503
  })
  configure(home, {
    ...toWebhook(receiver.url),
    relay: { scope: 'everyone', poll_interval_s: pollS },
    send: { per_minute: 10_000, confirm_timeout_s: 2 },
  })
  const by = (more: readonly string[]) => [...asOrdinaryUser, ...mac.clock.through, ...more]
  const bridgeBy = (through: readonly string[]) => startBridge({ home, through: by(through) })
  let url = ''
  /** Another process may have taken its port by now. */
  const webBy = async (through: readonly string[], port: string): Promise<Launched> => {
    const web = launchWeb(home, { through: by(through), port: Number(port) })
    const ready = await web.ready().catch(() => undefined)
    if (ready === undefined && web.said().includes('is in use')) return webBy(through, '0')
    url = ready ?? url
    return web
  }
  const world: World = {
    ...{ mac, disk, receiver, mood: 'takes' },
    bridge: bridgeBy([]),
    web: await webBy([], '0'),
    talkers: startTalking(mac, talkEveryMs),
    sender: startSending(() => url),
    url: () => url,
    taken: () =>
      receiver.delivered
        .filter(({ status }) => status < 300)
        .map(({ body: { text, delivery_id: id } }) => ({ text, id })),
    startBridge(through = []) {
      world.bridge = bridgeBy(through)
    },
    async startWeb(through = []) {
      world.web = await webBy(through, new URL(url).port)
    },
    async startDead() {
      if (hasEnded(world.bridge.child)) world.startBridge()
      if (hasEnded(world.web.child)) await world.startWeb()
    },
    async mend() {
      world.mood = 'takes'
      world.disk?.empty()
      await world.startDead()
      if (hasEnded(world.web.child)) throw new Error(`The web process does not start: ${world.web.said()}`)
      await world.bridge.polling()
    },
    async [Symbol.asyncDispose]() {
      world.sender[Symbol.dispose]()
      await world.talkers.stop()
      world.bridge.child.kill('SIGKILL')
      world.web.child.kill('SIGKILL')
      await world.web.ended
      await receiver[Symbol.asyncDispose]()
      world.disk?.[Symbol.dispose]()
      mac[Symbol.dispose]()
    },
  }
  await world.bridge.polling()
  return world
}

export const hasEnded = ({ exitCode, signalCode }: BridgeProcess['child']): boolean =>
  exitCode !== null || signalCode !== null
