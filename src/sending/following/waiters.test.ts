import { expect, test } from 'vitest'
import { Waiters } from './waiters.ts'

const hour = 3_600_000

test('a condition that already holds is not waited for', () => new Waiters().until('a', () => true, hour))

test('a waiter checks its condition when its send changes, and only then', async () => {
  const waiters = new Waiters()
  let checks = 0
  const seen = waiters.until('a', () => ++checks === 3, hour)
  waiters.notify('b')
  waiters.notify('a')
  waiters.notify('a')
  await seen
  waiters.notify('a')
  expect(checks).toBe(3)
})

test('waiting ends after its time limit', () => new Waiters().until('a', () => false, 1))

test('a release ends all waiting, including waiting that begins later', async () => {
  const waiters = new Waiters()
  const both = [waiters.until('a', () => false, hour), waiters.until('b', () => false, hour)]
  waiters.release()
  await Promise.all([...both, waiters.until('c', () => false, hour)])
})

test('a failing check rejects only its own waiter', async () => {
  const waiters = new Waiters()
  let isBroken = false
  const broken = waiters.until(
    'a',
    () => {
      if (isBroken) throw new Error('no ledger')
      return false
    },
    hour,
  )
  let isSo = false
  const whole = waiters.until('a', () => isSo, hour)
  isBroken = isSo = true
  waiters.notify('a')
  await expect(broken).rejects.toThrow('no ledger')
  await whole
})
