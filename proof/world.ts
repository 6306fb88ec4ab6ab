/**
 * The world in which the service is tried: a simulated Mac, the bridge and the web process as they are installed, and
 * a receiver of what the webhook delivers.
 */
import type { Mac } from '../simulator/mac.ts'
import {
  type BridgeProcess,
  configure,
  startBridge as launchBridge,
  toWebhook,
} from '../test/harness/bridge-process.ts'
import { type Receiver, startReceiver } from '../test/harness/receiver.ts'
import { runnerPid } from '../test/harness/runner-pid.ts'
import { until } from '../test/harness/until.ts'
import { type Launched, launchWeb } from '../test/harness/web-process.ts'
import { installation } from './installation.ts'
import { settleMs } from './sender.ts'

export interface WorldOptions {
  mac: Pick<Mac, 'home' | 'messages'>
  /** Settings over "everyone, to the webhook". */
  config?: object
  /** A program with its arguments that starts each process, such as env or setpriv. */
  through?: readonly string[]
}

/** Starts no process by itself, and leaves the Mac as it is in the end. */
export class World implements AsyncDisposable {
  readonly home: string
  readonly receiver: Receiver
  readonly #through: readonly string[]
  #bridge: BridgeProcess | undefined
  #web: Launched | undefined
  #url = 'http://127.0.0.1:0'

  constructor(receiver: Receiver, { mac, config = {}, through = [] }: WorldOptions) {
    this.home = mac.home
    this.receiver = receiver
    this.#through = through
    configure(mac.home, { ...toWebhook(receiver.url), ...config })
  }

  /** The process that was started last. */
  get bridge(): BridgeProcess {
    return started(this.#bridge, 'bridge')
  }

  get web(): Launched {
    return started(this.#web, 'web process')
  }

  /** The address of the web process, which it keeps over restarts. */
  get url(): string {
    return this.#url
  }

  /** Does not wait until it polls. */
  launchBridge(through: readonly string[] = []): BridgeProcess {
    this.#bridge = bridgeOver(this.home, [...this.#through, ...through])
    return this.#bridge
  }

  async startBridge(): Promise<BridgeProcess> {
    await this.launchBridge().polling()
    return this.bridge
  }

  /** Does not wait until it listens. */
  launchWeb(through: readonly string[] = [], port = Number(new URL(this.#url).port)): Launched {
    this.#web = webOver(this.home, { through: [...this.#through, ...through], port })
    return this.#web
  }

  /** Resolves once it listens, or has failed to. */
  async startWeb(through: readonly string[] = []): Promise<void> {
    const url = await this.launchWeb(through)
      .ready()
      .catch(() => undefined)
    this.#url = url ?? this.#url
    if (url !== undefined || !this.web.said().includes('is in use')) return
    // Another process has taken its port meanwhile.
    this.#url = await this.launchWeb(through, 0).ready()
  }

  /** Starts the processes that have ended. */
  async startDead(): Promise<void> {
    if (hasEnded(this.bridge)) this.launchBridge()
    if (hasEnded(this.web)) await this.startWeb()
  }

  /** Kills the process of a plugin alone, as a crash of it would. */
  killPlugin(name = 'webhook'): void {
    const pid = runnerPid(this.home, name)
    if (pid === undefined) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // It has just ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  /** Kills every process, as a power cut does. */
  async killAll(): Promise<void> {
    this.killPlugin()
    await Promise.all([this.bridge.kill(), this.web.kill()])
  }

  /** The deliveries that the receiver accepted, in order; the id is that of the delivery. */
  accepted(): { text: string | null; id: string }[] {
    return this.receiver.delivered
      .filter(({ status }) => status < 300)
      .map(({ body: { text, delivery_id: id } }) => ({ text, id }))
  }

  /** Returns those of the texts, by person, that have not arrived. */
  missing(said: ReadonlyMap<string, readonly string[]>): string[] {
    const arrived = new Set(this.receiver.texts())
    return [...said.values()].flat().filter((text) => !arrived.has(text))
  }

  /** Waits for all of them. Those that never arrive are found by counting. */
  async untilArrived(said: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const isThere = () => this.missing(said).length === 0
    await until(isThere, { withinMs: settleMs, everyMs: 100 }).catch(() => undefined)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#bridge !== undefined && !hasEnded(this.#bridge)) await this.#bridge.kill()
    if (this.#web !== undefined && !hasEnded(this.#web)) await this.#web.kill()
    await this.receiver[Symbol.asyncDispose]()
  }
}

/** Opens a world in which the bridge polls. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const world = new World(await startReceiver(), options)
  await world.startBridge()
  return world
}

export const hasEnded = ({ child: { exitCode, signalCode } }: Pick<BridgeProcess, 'child'>): boolean =>
  exitCode !== null || signalCode !== null

/** Starts the bridge as it is installed, over the Mac in this folder. */
export const bridgeOver = (home: string, through: readonly string[] = []): BridgeProcess =>
  launchBridge({ home, through, entry: installation().entry })

/** Starts the web process as it is installed. */
export const webOver = (home: string, options: Omit<Parameters<typeof launchWeb>[1] & {}, 'entry'> = {}): Launched =>
  launchWeb(home, { ...options, entry: installation().entry })

function started<Process>(process: Process | undefined, name: string): Process {
  if (process === undefined) throw new Error(`No ${name} was started.`)
  return process
}
