import { expect, test } from 'vitest'
import type { SendingDeps } from '../../src/sending/deps.ts'
import type { SendLedger } from '../../src/sending/ledger/ledger.ts'
import { until } from '../harness/until.ts'
import { sentRows } from './rows.ts'
import { anna, sendingSetup, textTo } from './setup.ts'

const diskFull = () => Object.assign(new Error('database or disk is full'), { errcode: 13 })

/** Makes the given call of the ledger fail this many times, as on a full disk. */
const fullAt =
  (call: keyof SendLedger, times: number) =>
  (parts: SendingDeps): SendingDeps => {
    let left = times
    const failing = (...given: never[]) => {
      if (left-- > 0) throw diskFull()
      return (parts.ledger[call] as (...given: never[]) => unknown)(...given)
    }
    return { ...parts, ledger: { ...parts.ledger, [call]: failing } }
  }

test.each([
  'recordHandover',
  'recordStart',
  'recordEnd',
  'claim',
  'recordStatus',
  'nextJob',
  'listFollowed',
  'changedSince',
] as const)('a full disk at `%s` delays a message, and does not send it twice', async (call) => {
  await using it = sendingSetup({
    wrap: fullAt(call, 2),
    timings: { retryAfter: 20 },
    settings: { confirm_timeout_s: 10 },
  })
  const { id } = await it.sending.send(textTo(anna, 'Hello'))
  await until(() => it.sending.get(id)?.state === 'delivered', { describe: () => it.logged.join('\n') })
  expect([it.runs(), sentRows(it.mac.home).length]).toEqual([1, 1])
})

const ownFaults: [string, Error][] = [
  ['a fault of our own code', new TypeError('undefined is not a function')],
  ['a statement that does not fit the ledger', Object.assign(new Error('no such column: state'), { errcode: 1 })],
  ['a damaged ledger', Object.assign(new Error('database disk image is malformed'), { errcode: 11 })],
]

test.each(ownFaults)('%s ends the process instead of being waited for', async (_what, fault) => {
  const crashes: unknown[] = []
  await using it = sendingSetup({
    wrap: (parts) => ({
      ...parts,
      onCrash: (error) => crashes.push(error),
      ledger: {
        ...parts.ledger,
        recordHandover: () => {
          throw fault
        },
      },
    }),
    settings: { confirm_timeout_s: 1 },
  })
  await it.sending.send(textTo(anna, 'Hello'))
  expect(crashes[0]).toBe(fault)
  expect(it.runs()).toBe(0)
})
