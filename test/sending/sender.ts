/** A process that sends: `node sender.ts HOME JOB`, where the job says what, and at which step it is to be killed. */
import { writeSync } from 'node:fs'
import type { SendingParts } from '../../src/sending/parts.ts'
import type { SendOrder } from '../../src/sending/sending.ts'
import type { SendLedger } from '../../src/store/send-ledger/ledger.ts'
import { sendingAt } from './setup.ts'

export interface SenderJob {
  /** All at once, in this order. */
  orders: SendOrder[]
  dieAtStep?: number
}

/** Whatever writes, starts or lays something out; a death while reading is a death between two of these. */
const steps = {
  ledger: ['accept', 'handOver', 'started', 'ended', 'abandoned', 'claim', 'looked', 'givenUp', 'fallBack'],
  app: ['send', 'launch'],
  staging: ['stage', 'discard'],
} as const

const [home = '', job = '{}'] = process.argv.slice(2)
const { orders, dieAtStep = Number.POSITIVE_INFINITY } = JSON.parse(job) as SenderJob

const tell = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)

let step = 0
function dieIfItIsTime(name: string): void {
  if (++step < dieAtStep) return
  tell({ diesBefore: name })
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function mortal<T extends object>(port: T, names: readonly string[]): T {
  const wrapped = names.map((name) => [
    name,
    (...given: unknown[]) => {
      dieIfItIsTime(name)
      return (port as Record<string, (...given: unknown[]) => unknown>)[name]?.(...given)
    },
  ])
  return { ...port, ...Object.fromEntries(wrapped) }
}

/** Said at once, since the answer comes only when the message has landed. */
function telling(ledger: SendLedger): SendLedger {
  return {
    ...ledger,
    accept(order, limits) {
      const accepted = ledger.accept(order, limits)
      tell({ key: order.idempotencyKey, id: accepted.send.id })
      return accepted
    },
  }
}

const wrap = (parts: SendingParts): SendingParts => ({
  ...parts,
  ledger: mortal(telling(parts.ledger), steps.ledger),
  app: mortal(parts.app, steps.app),
  staging: mortal(parts.staging, steps.staging),
})

/** Hundreds may stand before one, and a busy machine takes its time for each. */
const settings = { confirm_timeout_s: 600 }
const { sending, close } = sendingAt(home, { wrap, settings })
tell({ isReady: true })
await Promise.all(
  orders.map(async (order) => {
    const { state } = await sending.send(order)
    tell({ key: order.idempotencyKey, state })
  }),
)
await close()
tell({ steps: step })
