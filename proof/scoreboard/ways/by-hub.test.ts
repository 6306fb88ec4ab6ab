import { expect, test } from 'vitest'
import { together } from './by-hub.ts'

const entry = (trial: string, at: string, more: object) => ({
  trial,
  at,
  machine: 'A barn',
  commit: `of ${trial}`,
  seconds: 10,
  ...more,
})
const outcome = (figure: string, { reached = true, isQuick = false } = {}) => ({
  outcome: { figure, reached, isQuick, load: 1 },
})

test('a row of several trials reaches its target when all of them do, and dates from the first', () => {
  const rain = entry('rain', '2026-01-03', outcome('3 drops'))
  const hail = entry('hail', '2026-01-02', outcome('no dent'))
  expect(together([rain, hail])).toEqual({
    at: '2026-01-02',
    machine: 'A barn',
    commit: 'of hail',
    seconds: 20,
    outcome: { figure: '3 drops; no dent', reached: true },
  })
})

test('a trial that missed, had fewer rounds, or was aborted makes its row miss the target', () => {
  const rain = entry('rain', '2026-01-03', outcome('3 drops'))
  const missed = entry('hail', '2026-01-02', outcome('a dent', { reached: false }))
  const quick = entry('hail', '2026-01-02', outcome('no dent', { isQuick: true }))
  const broken = entry('hail', '2026-01-02', { failed: 'no cloud' })
  expect(together([rain, missed]).outcome?.reached).toBe(false)
  expect(together([rain, quick]).outcome).toEqual({ figure: '3 drops; no dent (fewer rounds)', reached: false })
  expect(together([rain, broken])).toMatchObject({ failed: 'no cloud' })
})
