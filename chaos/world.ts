/** The service with both its processes over a simulated Mac, people who talk, somebody who sends, and a receiver with moods. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type TemporaryMac, temporaryMac } from '../simulator/temporary-mac.ts'
import { names } from '../src/contract/names.ts'
import { type BridgeProcess, configure, dirOf, startBridge, toWebhook } from '../test/harness/bridge-process.ts'
import { type Receiver, startReceiver } from '../test/harness/receiver.ts'
import { type SmallDisk, smallDisk } from '../test/harness/small-disk.ts'
import { startTalking, type Talkers } from '../test/harness/talkers.ts'
import { type Launched, launchWeb } from '../test/harness/web-process.ts'
import { type Sender, startSending } from './sender.ts'

/** What the receiver does with what it gets. */
export type Mood = 'takes' | 'refuses' | 'is slow' | 'takes and denies it'

export interface World extends AsyncDisposable {
  mac: TemporaryMac
  /** Undefined where this user may not mount one. */
  disk: SmallDisk | undefined
  receiver: Receiver
  bridge: BridgeProcess
  web: Launched
  talkers: Talkers
  sender: Sender
  mood: Mood
  /** Starts what does not run, and waits until both work. */
  mend(): Promise<void>
}

const talkEveryMs = 25
const slowMs = 1_500

export async function openWorld(): Promise<World> {
  const mac = temporaryMac({ messages: 200, chats: 12 })
  const disk = process.getuid?.() === 0 ? smallDisk(join(mac.home, names.baseDirectory), 96) : undefined
  const receiver = await startReceiver(async () => {
    if (world.mood === 'is slow') await wait(slowMs)
    return world.mood === 'takes' || world.mood === 'is slow' ? 204 : 503
  })
  configure(mac.home, {
    ...toWebhook(receiver.url),
    relay: { scope: 'everyone', poll_interval_s: 0.2 },
    send: { per_minute: 10_000, confirm_timeout_s: 2 },
  })
  const port = { now: 0 }
  const startWeb = async () => {
    const web = launchWeb(mac.home, { port: port.now })
    port.now = Number(new URL(await web.ready()).port)
    return web
  }
  const world: World = {
    ...{ mac, disk, receiver, mood: 'takes' },
    bridge: startBridge({ home: mac.home }),
    web: await startWeb(),
    talkers: startTalking(mac, talkEveryMs),
    sender: startSending(() => `http://127.0.0.1:${port.now}`),
    async mend() {
      world.mood = 'takes'
      world.disk?.empty()
      if (hasEnded(world.bridge.child)) world.bridge = startBridge({ home: mac.home })
      if (hasEnded(world.web.child)) world.web = await startWeb()
      await world.bridge.polling()
    },
    async [Symbol.asyncDispose]() {
      world.bridge.child.kill('SIGKILL')
      world.web.child.kill('SIGKILL')
      await world.web.ended
      await receiver[Symbol.asyncDispose]()
      world.disk?.[Symbol.dispose]()
      mac.close()
    },
  }
  await world.bridge.polling()
  return world
}

export const hasEnded = ({ exitCode, signalCode }: BridgeProcess['child']): boolean =>
  exitCode !== null || signalCode !== null

export const journalFileOf = ({ mac }: World): string => dirOf(mac.home).journalFile
