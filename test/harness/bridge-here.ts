/** Runs the bridge within the test's own process, on a clock that the test sets. */
import { join } from 'node:path'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { runBridge } from '../../src/bridge/main.ts'
import { names } from '../../src/contract/names.ts'
import { readStatus } from '../../src/store/bridge-status.ts'
import { configure, dirOf, toWebhook } from './bridge-process.ts'
import { type JournalView, journalView } from './journal-view.ts'
import { type Answer, type Receiver, startReceiver } from './receiver.ts'
import { until } from './until.ts'

export interface BridgeHere extends AsyncDisposable {
  mac: TemporaryMac
  receiver: Receiver
  journal: JournalView
  /** The time that the bridge takes for now. */
  nowMs(): number
  /** Moves the wall clock. */
  setClock(byMs: number): void
  /** Lets time pass on the monotonic clock as well. */
  pass(ms: number): void
  receives(...texts: string[]): Promise<void>
}

interface Setup {
  /** The milliseconds by which the clock is fast from the beginning. Messages dates its rows by the same clock. */
  fastMs?: number
  /** Runs before the bridge starts, which reads changed Contacts only after a while. */
  prepare?(mac: TemporaryMac): void
  answer?: Answer
  /** Settings merged over "everyone, to the webhook". */
  config?: Record<string, unknown>
  alertCheckMs?: number
}

export async function bridgeHere({
  fastMs = 0,
  prepare,
  answer,
  config,
  alertCheckMs,
}: Setup = {}): Promise<BridgeHere> {
  let passedMs = 0
  let setMs = fastMs
  const clock = {
    nowMs: () => Date.now() + passedMs + setMs,
    monotonicMs: () => performance.now() + passedMs,
  }
  const mac = temporaryMac({ now: clock.nowMs })
  prepare?.(mac)
  const receiver = await startReceiver(answer)
  configure(mac.home, { ...toWebhook(receiver.url), relay: { scope: 'everyone', poll_interval_s: 0.1 }, ...config })
  const bridge = runBridge({
    home: mac.home,
    base: join(mac.home, names.baseDirectory),
    path: mac.bin,
    clock,
    alertCheckMs,
  })
  await until(() => readStatus(dirOf(mac.home).statusFile)?.state === 'polling')
  return {
    mac,
    receiver,
    journal: journalView(mac.home),
    nowMs: clock.nowMs,
    setClock(byMs) {
      setMs += byMs
    },
    pass(ms) {
      passedMs += ms
    },
    receives: (...texts) =>
      until(() => JSON.stringify(receiver.texts()) === JSON.stringify(texts), {
        describe: () => `${JSON.stringify(texts)}; arrived: ${JSON.stringify(receiver.texts())}`,
      }),
    async [Symbol.asyncDispose]() {
      await bridge.stop()
      await receiver[Symbol.asyncDispose]()
      mac.close()
    },
  }
}
