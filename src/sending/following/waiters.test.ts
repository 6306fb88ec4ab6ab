import { expect, test } from 'vitest'
import { awaiting } from './waiters.ts'

const hour = 3_600_000

test('a condition that already holds is not waited for', () => awaiting().until('a', () => true, hour))

test('a waiter checks its condition when its send changes, and only then', async () => {
  const waiting = awaiting()
  let looks = 0
  const seen = waiting.until('a', () => ++looks === 3, hour)
  waiting.told('b')
  waiting.told('a')
  waiting.told('a')
  await seen
  waiting.told('a')
  expect(looks).toBe(3)
})

test('waiting ends after its time limit', () => awaiting().until('a', () => false, 1))

test('a release ends all waiting, including waiting that begins later', async () => {
  const waiting = awaiting()
  const both = [waiting.until('a', () => false, hour), waiting.until('b', () => false, hour)]
  waiting.release()
  await Promise.all([...both, waiting.until('c', () => false, hour)])
})

test('a change by another process makes every waiter check its condition', async () => {
  const waiting = awaiting()
  let isSo = false
  const both = ['a', 'b'].map((send) => waiting.until(send, () => isSo, hour))
  isSo = true
  waiting.toldAll()
  await Promise.all(both)
})

test('a failing check rejects only its own waiter', async () => {
  const waiting = awaiting()
  let isBroken = false
  const broken = waiting.until(
    'a',
    () => {
      if (isBroken) throw new Error('no ledger')
      return false
    },
    hour,
  )
  let isSo = false
  const whole = waiting.until('a', () => isSo, hour)
  isBroken = isSo = true
  waiting.told('a')
  await expect(broken).rejects.toThrow('no ledger')
  await whole
})
