/**
 * A process that sends: `node sender.ts HOME JOB`, where the job lists the orders and the step before which the process
 * is killed.
 */
import { writeSync } from 'node:fs'
import type { SendingDeps } from '../../src/sending/deps.ts'
import type { SendLedger } from '../../src/sending/ledger/ledger.ts'
import type { SendOrder } from '../../src/sending/sending.ts'
import { until } from '../harness/until.ts'
import { sendingAt } from './setup.ts'

export interface SenderJob {
  /** Sends that are all requested at once, in this order. */
  orders: SendOrder[]
  /** The owner's decisions about those that ask, by their idempotency keys, in this order, once all of them wait. */
  decisions?: { key: string; is: 'released' | 'refused' }[]
  dieAtStep?: number
}

/** Every call that writes, starts or stages something; a death while reading equals a death between two of these. */
const steps = {
  ledger: [
    'accept',
    'recordHandover',
    'recordStart',
    'recordEnd',
    'recordAbandoned',
    'claim',
    'recordStatus',
    'giveUp',
    'fallBack',
    'releaseHeld',
    'refuseHeld',
  ],
  app: ['send', 'launch'],
  staging: ['stage', 'discard'],
} as const

const [home = '', job = '{}'] = process.argv.slice(2)
const { orders, decisions = [], dieAtStep = Number.POSITIVE_INFINITY } = JSON.parse(job) as SenderJob

const tell = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)

let step = 0
function dieIfItIsTime(name: string): void {
  if (++step < dieAtStep) return
  tell({ diesBefore: name })
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** Most calls of `releaseDue` find nothing due, and how many there are depends on the time. */
function mortalRelease(ledger: SendLedger): SendLedger {
  return {
    ...ledger,
    releaseDue(release) {
      if ((ledger.nextDueMs() ?? Number.POSITIVE_INFINITY) <= release.nowMs) dieIfItIsTime('releaseDue')
      return ledger.releaseDue(release)
    },
  }
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

/** Reports acceptance at once, since a send resolves only when the message has landed. */
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

const wrap = (parts: SendingDeps): SendingDeps => ({
  ...parts,
  ledger: mortalRelease(mortal(telling(parts.ledger), steps.ledger)),
  app: mortal(parts.app, steps.app),
  staging: mortal(parts.staging, steps.staging),
})

/** Hundreds of sends may be queued before one, and each takes its time on a busy machine. */
const settings = { confirm_timeout_s: 600 }
const { sending, ledger, close } = sendingAt(home, { wrap, settings })
tell({ isReady: true })
const heldIds = new Map<string | undefined, string>()
for (const order of orders) if (order.asks) heldIds.set(order.idempotencyKey, (await sending.send(order)).id)
for (const { key, is } of decisions) {
  const id = heldIds.get(key) ?? ''
  if (is === 'refused') sending.refuseHeld(id)
  else sending.releaseHeld(id, { version: sending.findHeld(id)?.version ?? '' })
  tell({ key, decided: is })
}
await Promise.all(
  orders.map(async (order) => {
    const { id } = await sending.send(order)
    await until(() => !['scheduled', 'queued', 'handed_over'].includes(ledger.findSend(id)?.state ?? ''))
    const state = ledger.findSend(id)?.state
    tell({ key: order.idempotencyKey, state })
  }),
)
await close()
tell({ steps: step })
