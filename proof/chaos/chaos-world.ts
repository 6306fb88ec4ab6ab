/** The world with people who write, a client that sends, a disk that can be filled, and a receiver with moods. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../simulator/random.ts'
import { names } from '../../src/contract/names.ts'
import { dirOf } from '../../test/harness/bridge-process.ts'
import { startReceiver } from '../../test/harness/receiver.ts'
import { type SmallDisk, smallDisk } from '../../test/harness/small-disk.ts'
import { startTalking, type Talkers } from '../../test/harness/talkers.ts'
import { until } from '../../test/harness/until.ts'
import { type Balance, balanceOf } from '../balance.ts'
import { type Sender, settledSends, startSending } from '../sender.ts'
import { hasEnded, World } from '../world.ts'
import { type ChaosMac, chaosMac } from './chaos-mac.ts'

/** The receiver's handling of deliveries. */
export type Mood = 'takes' | 'refuses' | 'is slow' | 'takes and denies it'

/** The faults. Everything that ended is started again afterwards. */
export type Fault = (world: ChaosWorld, random: Random) => unknown

export interface Counted {
  said: number
  ordered: number
  /** The work that was unfinished when the wait ended, in sentences. */
  waitedFor: string[]
  balance: Balance
}

const talkEveryMs = 25
const slowMs = 1_500
/** Five hundred rounds leave some 120 MB of journal, index and ledger behind. */
const diskMb = 320
const isRoot = process.getuid?.() === 0

/** Runs as root without the capabilities that let it bypass file permissions. */
const asOrdinaryUser = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []

export class ChaosWorld extends World {
  readonly mac: ChaosMac
  mood: Mood = 'takes'
  talkers!: Talkers
  sender!: Sender
  /** Undefined where this user may not mount one. */
  readonly disk: SmallDisk | undefined

  static async open(pollS = 0.2): Promise<ChaosWorld> {
    const mac = chaosMac()
    const disk = isRoot ? smallDisk(join(mac.home, names.baseDirectory), diskMb) : undefined
    const receiver = await startReceiver(async () => {
      if (world.mood === 'is slow') await wait(slowMs)
      return world.mood === 'takes' || world.mood === 'is slow' ? 204 : 503
    })
    const world = new ChaosWorld({ mac, disk, receiver, pollS })
    await Promise.all([world.startBridge(), world.startWeb()])
    world.talkers = startTalking(mac, talkEveryMs)
    world.sender = startSending(() => world.url)
    return world
  }

  private constructor({ mac, disk, receiver, pollS }: Made) {
    super(receiver, {
      mac,
      config: {
        relay: { scope: 'everyone', poll_interval_s: pollS },
        send: { per_minute: 10_000, confirm_timeout_s: 2 },
      },
      through: [...asOrdinaryUser, ...mac.clock.through],
    })
    this.mac = mac
    this.disk = disk
  }

  /** Repairs everything, starts the processes that do not run, and waits until both work. */
  async mend(): Promise<void> {
    this.mood = 'takes'
    this.disk?.empty()
    await this.startDead()
    if (hasEnded(this.web)) throw new Error(`The web process does not start: ${this.web.said()}`)
    await this.bridge.polling()
  }

  /**
   * Runs work during which nobody writes, once the relay knows everything that was written: messages that only a lost
   * file had cannot be expected.
   */
  inSilence(work: () => unknown): Promise<void> {
    const describe = () => `what was said before to arrive. ${this.#signs()}`
    return this.sender.hush(() =>
      this.talkers.hush(async () => {
        await until(() => this.isThere(), { withinMs: 120_000, everyMs: 50, describe })
        await work()
      }),
    )
  }

  /** Returns whether everything that people have written has arrived. */
  isThere = (): boolean => this.missing(this.talkers.said).length === 0

  /** Ends the writing and the sending, waits for both, and balances the books. */
  async count(): Promise<Counted> {
    const [said] = await Promise.all([this.talkers.stop(), this.sender.stop()])
    await this.untilArrived(said)
    const late = this.missing(said).length
    const { ordered, waitedFor } = await settledSends({ ordered: this.sender.ordered, url: this.url })
    if (late > 0) waitedFor.unshift(`${late} messages had not arrived`)
    return {
      said: [...said.values()].flat().length,
      ordered: ordered.size,
      waitedFor: waitedFor.map((sentence) => `${sentence}. ${this.#signs()}`),
      balance: balanceOf({ said, arrived: this.accepted(), ordered, wentOut: this.mac.wentOut() }),
    }
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    this.sender[Symbol.dispose]()
    await this.talkers.stop()
    await super[Symbol.asyncDispose]()
    this.disk?.[Symbol.dispose]()
    this.mac[Symbol.dispose]()
  }

  /** Returns the bridge's status, and the newest log lines that report trouble. */
  #signs(): string {
    const troubles = endOf(dirOf(this.home).logFile)
      .split('\n')
      .filter((line) => /"level":"(warn|error)"/.test(line))
    return `The bridge says ${JSON.stringify(this.bridge.status())}; the log ends with\n${troubles.slice(-8).join('\n')}`
  }
}

interface Made extends Pick<ChaosWorld, 'mac' | 'disk' | 'receiver'> {
  pollS: number
}

const endBytes = 100_000

function endOf(path: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return ''
  const from = Math.max(0, size - endBytes)
  const buffer = Buffer.alloc(size - from)
  const file = openSync(path, 'r')
  readSync(file, buffer, 0, buffer.length, from)
  closeSync(file)
  return buffer.toString()
}
