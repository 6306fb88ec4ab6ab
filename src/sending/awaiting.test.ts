import { expect, test } from 'vitest'
import { awaiting } from './awaiting.ts'

const hour = 3_600_000

test('what is so already is not waited for', () => awaiting().until('a', () => true, hour))

test('who waits looks when told of that send, and only then', async () => {
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

test('after its time it is waited for no longer', () => awaiting().until('a', () => false, 1))

test('a release ends all waiting, also that which begins later', async () => {
  const waiting = awaiting()
  const both = [waiting.until('a', () => false, hour), waiting.until('b', () => false, hour)]
  waiting.release()
  await Promise.all([...both, waiting.until('c', () => false, hour)])
})

test('what another process did may concern everyone', async () => {
  const waiting = awaiting()
  let isSo = false
  const both = ['a', 'b'].map((send) => waiting.until(send, () => isSo, hour))
  isSo = true
  waiting.toldAll()
  await Promise.all(both)
})

test('a look that fails fails its own waiting, not that of others', async () => {
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
