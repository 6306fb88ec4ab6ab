/** Sets up a simulated Mac, a receiver and a bridge between them, with which most tests of the whole begin. */
import type { MacOptions } from '../../simulator/create.ts'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { type BridgeProcess, configure, startBridge, toWebhook } from './bridge-process.ts'
import { type JournalView, journalView } from './journal-view.ts'
import { type Answer, type Receiver, startReceiver } from './receiver.ts'
import { until } from './until.ts'

export const anna = '+12025550123'
export const ben = '+12025550145'

/**
 * The receiver is part of the test's process, which a busy machine may stop for longer than the webhook usually waits
 * before it rightly repeats a message.
 */
const patienceS = 120

interface Setup {
  mac?: MacOptions
  /** Settings merged over "everyone, to the webhook". */
  config?: Record<string, unknown>
  answer?: Answer
  /** The program that starts the bridge; see `startBridge`. */
  through?: readonly string[]
  /** Runs before the base directory exists. */
  prepare?(home: string): void
  /** Starts the bridge and waits until it polls; true by default. */
  isStarted?: boolean
}

export interface RelaySetup extends AsyncDisposable {
  mac: TemporaryMac
  receiver: Receiver
  bridge: BridgeProcess
  journal: JournalView
  /** Starts another bridge over the same Mac, through another program if given. */
  start(through?: readonly string[]): void
  /** Does the same, and waits until the bridge polls. */
  restart(): Promise<BridgeProcess>
  /** Waits until exactly these texts have arrived, in any order. */
  receives(...texts: string[]): Promise<void>
}

export async function relaySetup(options: Setup = {}): Promise<RelaySetup> {
  const { config, answer, through, isStarted = true } = options
  const mac = temporaryMac(options.mac)
  options.prepare?.(mac.home)
  const receiver = await startReceiver(answer)
  configure(mac.home, { ...toWebhook(receiver.url, { timeout_s: patienceS }), ...config })
  const setup: RelaySetup = {
    mac,
    receiver,
    bridge: startBridge({ home: mac.home, through }),
    journal: journalView(mac.home),
    start(through) {
      setup.bridge = startBridge({ home: mac.home, through })
    },
    async restart() {
      setup.start()
      await setup.bridge.polling()
      return setup.bridge
    },
    receives: (...texts) =>
      until(() => JSON.stringify(receiver.texts().toSorted()) === JSON.stringify(texts.toSorted()), {
        describe: () =>
          `${JSON.stringify(texts)}; arrived: ${JSON.stringify(receiver.texts())}; ${setup.bridge.stderr()}`,
      }),
    async [Symbol.asyncDispose]() {
      if (setup.bridge.child.exitCode === null && setup.bridge.child.signalCode === null) await setup.bridge.kill()
      await receiver[Symbol.asyncDispose]()
      mac.close()
    },
  }
  if (isStarted) await setup.bridge.polling()
  return setup
}
