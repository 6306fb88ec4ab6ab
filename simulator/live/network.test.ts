import { expect, it, onTestFinished } from 'vitest'
import { temporaryMac } from '../temporary-mac.ts'
import { goOut } from './network.ts'

it('a message is sent first and delivered after that', () => {
  const mac = temporaryMac()
  onTestFinished(() => mac.close())
  const row = mac.messages.send({ to: '+12025550123', text: 'Hello', state: 'sending' })
  const works: [number, () => void][] = []
  const later = (afterMs: number, work: () => void) => void works.push([afterMs, work])
  goOut({ messages: () => mac.messages, later, pace: { sentMs: 1, deliveredMs: 2 } }, row, { is: 'arrives' })
  const states = works
    .toSorted(([one], [other]) => one - other)
    .map(([afterMs, work]) => {
      work()
      return { afterMs, ...mac.row('SELECT is_sent, is_delivered FROM message') }
    })
  expect(states).toEqual([
    { afterMs: 1, is_sent: 1, is_delivered: 0 },
    { afterMs: 2, is_sent: 1, is_delivered: 1 },
  ])
})
