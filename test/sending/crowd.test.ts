import { expect, test } from 'vitest'
import { noteScriptRuns, scriptRuns } from '../../simulator/programs/script-runs.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { isWhole } from '../harness/told.ts'
import { sentRows } from './rows.ts'
import { startSender } from './sender-process.ts'
import { textTo } from './setup.ts'

const people = ['+12025550111', '+12025550112', '+12025550113', '+12025550114', '+12025550115']
const eachSends = isWhole ? 40 : 15

const ordersOf = (name: string) =>
  Array.from({ length: eachSends }, (_, i) => textTo(people[i % people.length] ?? '', `${name} ${i}`))

test(`of ${2 * eachSends} simultaneous sends from two processes none is lost, each conversation is in order, and one script runs at a time`, async () => {
  using mac = temporaryMac()
  noteScriptRuns(mac.home)
  const senders = ['A', 'B'].map((name) => startSender(mac.home, { orders: ordersOf(name) }))
  await Promise.all(senders.map(({ ended }) => ended))

  const rows = sentRows(mac.home)
  expect(rows.length).toBe(2 * eachSends)
  for (const name of ['A', 'B'])
    for (const person of people) {
      const texts = rows
        .filter(({ handle, text }) => handle === person && text?.startsWith(name))
        .map(({ text }) => text)
      const asked = ordersOf(name).filter(({ to }) => 'handle' in to && to.handle === person)
      expect(texts, `${name} to ${person}`).toEqual(asked.map(({ text }) => text))
    }

  const runs = scriptRuns(mac.home)
  const overlaps = runs.filter(({ startMs }, i) => i > 0 && startMs < (runs[i - 1]?.endMs ?? 0))
  expect([runs.length, overlaps.length]).toEqual([2 * eachSends, 0])
})
