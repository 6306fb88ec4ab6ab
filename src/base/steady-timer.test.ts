import { expect, onTestFinished, test, vi } from 'vitest'
import { SteadyTimer, untilSharedMoment } from './steady-timer.ts'

function fakeTime() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

test('timers that were started at different moments fire together', () => {
  fakeTime()
  const fired: [string, number][] = []
  const note = (name: string) => () => fired.push([name, performance.now()])
  const timers = [new SteadyTimer(500, note('one'))]
  vi.advanceTimersByTime(123)
  timers.push(new SteadyTimer(500, note('other')), new SteadyTimer(1_000, note('slow')))
  vi.advanceTimersByTime(2_000)
  const moments = Object.entries(Object.groupBy(fired, ([, atMs]) => atMs)).map(([, names]) =>
    names?.map(([name]) => name).toSorted(),
  )
  expect(moments).toEqual([
    ['one', 'other'],
    ['one', 'other', 'slow'],
    ['one', 'other'],
    ['one', 'other', 'slow'],
  ])
  for (const timer of timers) timer.stop()
  vi.advanceTimersByTime(2_000)
  expect(fired).toHaveLength(10)
})

test('work that stops its own timer is not done again', () => {
  fakeTime()
  let count = 0
  const timer = new SteadyTimer(500, () => {
    count++
    timer.stop()
  })
  vi.advanceTimersByTime(5_000)
  expect(count).toBe(1)
})

test('a timer that fires a little early or late keeps to the shared moments', () => {
  expect(untilSharedMoment(500, 1_499.4)).toBe(501)
  expect(untilSharedMoment(500, 1_500)).toBe(500)
  expect(untilSharedMoment(500, 1_503.2)).toBe(497)
})
