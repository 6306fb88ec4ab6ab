import { expect, test } from 'vitest'
import { until } from '../harness/until.ts'
import { sentRows } from './rows.ts'
import { startSender } from './sender-process.ts'
import { anna, ben, type SendingSetup, sendingAt, sendingSetup, textTo } from './setup.ts'

const hourMs = 3_600_000
const check = { young: 20, youngFor: 120_000, old: 50, idle: 20 }

/** Sending over a clock that a test can set. */
function withClock() {
  const clock = { offsetMs: 0 }
  const it = sendingSetup({
    timings: { check },
    wrap: (parts) => ({ ...parts, nowMs: () => Date.now() + clock.offsetMs }),
  })
  return { it, clock }
}

const textsIn = ({ mac }: Pick<SendingSetup, 'mac'>) => sentRows(mac.home).map(({ text }) => text)
const becomes = (it: SendingSetup, id: string, ...states: string[]) =>
  until(() => states.includes(it.sending.get(id)?.state ?? ''), {
    describe: () => `${states}: ${JSON.stringify(it.sending.get(id))}`,
  })
const there = ['landed', 'sent', 'delivered']

test('a scheduled message is accepted at once, sent at its time, and never before', async () => {
  await using it = sendingSetup({ timings: { check } })
  const sendAtMs = Date.now() + hourMs
  const send = await it.sending.send(textTo(anna, 'Much later', { sendAtMs }))
  expect(send).toMatchObject({ state: 'scheduled', send_at: new Date(sendAtMs).toISOString() })
  const soon = await it.sending.send(textTo(anna, 'Soon', { sendAtMs: Date.now() + 300 }))
  await becomes(it, soon.id, ...there)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon.send_at ?? ''))
  expect([textsIn(it), it.sending.get(send.id)?.state]).toEqual([['Soon'], 'scheduled'])
})

test('a message for next month waits longer than any timer, also across a restart, and is sent at its time', async () => {
  const { it, clock } = withClock()
  await using _ = it
  const hasGone = (...texts: string[]) => until(() => textsIn(it).join() === texts.join())
  // Messages dates its rows by the real clock, so the clock of sending runs behind until the message is due.
  clock.offsetMs = -30 * 24 * hourMs
  const { id } = await it.sending.send(textTo(anna, 'Next month', { sendAtMs: Date.now() }))
  void it.sending.send(textTo(ben, 'Now'))
  await hasGone('Now')
  await it.sending.stop()
  const again = sendingAt(it.mac.home, {
    timings: { check },
    wrap: (parts) => ({ ...parts, nowMs: () => Date.now() + clock.offsetMs }),
  })
  try {
    clock.offsetMs = -hourMs
    void again.sending.send(textTo(ben, 'An hour before'))
    await hasGone('Now', 'An hour before')
    expect(again.sending.get(id)?.state).toBe('scheduled')
    clock.offsetMs = 0
    await until(() => there.includes(again.sending.get(id)?.state ?? ''))
    expect(textsIn(it)).toEqual(['Now', 'An hour before', 'Next month'])
  } finally {
    await again.close()
  }
})

test('a Mac that slept past the time asks the owner, and setting the clock back changes nothing about that', async () => {
  const { it, clock } = withClock()
  await using _ = it
  const { id } = await it.sending.send(textTo(anna, 'In an hour', { sendAtMs: Date.now() + hourMs }))
  clock.offsetMs = 3 * hourMs
  await becomes(it, id, 'missed')
  clock.offsetMs = 0
  expect(it.sending.listScheduled(10)).toMatchObject([{ id, state: 'missed', text: 'In an hour' }])
  expect([textsIn(it), it.runs()]).toEqual([[], 0])
  expect(it.logged.join()).not.toContain('In an hour')
  expect(it.sending.changeScheduled(id, { sendAtMs: Date.now(), isConfirmed: false })).toBe(true)
  await becomes(it, id, ...there)
  expect(textsIn(it)).toEqual(['In an hour'])
})

test('a service that did not run at the time asks when it starts, and sends messages that are only slightly late', async () => {
  await using first = sendingSetup()
  const late = await first.sending.send(textTo(anna, 'Late', { sendAtMs: Date.now() + hourMs }))
  const soon = await first.sending.send(textTo(ben, 'Soon', { sendAtMs: Date.now() + 50 }))
  await first.sending.stop()
  await until(() => Date.now() > Date.parse(soon.send_at ?? ''))
  const clock = { offsetMs: 0 }
  const again = sendingAt(first.mac.home, {
    timings: { check },
    wrap: (parts) => ({ ...parts, nowMs: () => Date.now() + clock.offsetMs }),
  })
  try {
    await until(() => there.includes(again.sending.get(soon.id)?.state ?? ''))
    clock.offsetMs = 3 * hourMs
    await until(() => again.sending.get(late.id)?.state === 'missed')
    expect(textsIn(first)).toEqual(['Soon'])
  } finally {
    await again.close()
  }
})

test('a message cancelled in time is not sent, and a changed one is sent as changed', async () => {
  await using it = sendingSetup({ timings: { check } })
  const sendAtMs = Date.now() + hourMs
  const [undone, changed] = await Promise.all([
    it.sending.send(textTo(anna, 'Undone', { sendAtMs })),
    it.sending.send(textTo(anna, 'Draft', { sendAtMs })),
  ])
  expect(it.sending.cancel(undone.id)).toMatchObject({ state: 'failed', error: { code: 'send_cancelled' } })
  expect(() => it.sending.changeScheduled(changed.id, { text: ' \n', isConfirmed: false })).toThrow('cannot be sent')
  it.sending.changeScheduled(changed.id, { text: 'Final', sendAtMs: Date.now(), isConfirmed: false })
  await becomes(it, changed.id, ...there)
  expect([textsIn(it), it.sending.listScheduled(10)]).toEqual([['Final'], []])
})

test('two processes over one ledger send a due message once', async () => {
  await using it = sendingSetup({ timings: { check } })
  const orders = Array.from({ length: 6 }, (_, n) =>
    textTo([anna, ben][n % 2] ?? anna, `due ${n}`, { idempotencyKey: `due ${n}`, sendAtMs: Date.now() + 3_000 }),
  )
  const other = startSender(it.mac.home, { orders: orders.slice(0, 3) })
  const sends = await Promise.all(orders.slice(3).map((order) => it.sending.send(order)))
  for (const { id } of sends) await becomes(it, id, ...there)
  await other.ended
  expect(textsIn(it).toSorted()).toEqual(orders.map(({ text }) => text))
})
