import { expect, test } from 'vitest'
import { reliabilityPage } from './page.ts'
import type { Subject } from './row.ts'
import { rows } from './subjects.ts'

const subject: Subject = {
  title: 'Storms',
  rows: [
    {
      number: 2,
      claim: 'hail | snow',
      target: 'no dent',
      run: async () => ({ figure: '', reached: true }),
      why: 'Tin is soft',
    },
    {
      number: 1,
      claim: 'rain',
      target: 'dry',
      run: async () => ({ figure: '', reached: true }),
      elsewhere: 'Fog: at sea',
      why: 'Not told while it is reached',
    },
    { number: 3, claim: 'lightning', target: 'none', run: async () => ({ figure: '', reached: true }) },
  ],
}
const entry = (trial: string, outcome: { figure: string; reached: boolean }) => ({
  trial,
  outcome,
  commit: 'abc',
  at: '2026-01-02',
  machine: 'A barn',
  seconds: 61,
})

test('a measured value is shown beside its target, and a missed target is marked', () => {
  const page = reliabilityPage(
    [subject],
    [entry('1', { figure: '3 drops', reached: true }), entry('2', { figure: '1 dent', reached: false })],
  )
  expect(page.split('\n').filter((line) => /^\| \d/.test(line))).toEqual([
    '| 1 | rain | dry | 3 drops. Fog: at sea | `npm run proof -- scoreboard 1` |',
    '| 2 | hail \\| snow | no dent | **MISSED** 1 dent. Tin is soft | `npm run proof -- scoreboard 2` |',
    '| 3 | lightning | none | not measured yet | `npm run proof -- scoreboard 3` |',
  ])
  expect(page).toContain('1 of 2 rows that were measured reach their target. Missed: 2.')
  expect(page).toContain('Measured on 2026-01-02 with A barn, at abc; 3 minutes in all.')
})

test('every promise has its row', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 63 }, (_, at) => at + 1))
})
