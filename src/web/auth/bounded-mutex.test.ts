import { expect, it } from 'vitest'
import { boundedMutex } from './bounded-mutex.ts'

const refused = expect.objectContaining({ code: 'rate_limited', details: { retry_after_s: 1 } })

it('runs one after the other, in order, and refuses what would wait too long', async () => {
  const run = boundedMutex()
  const [begun, gates] = [[] as number[], Array.from({ length: 9 }, () => Promise.withResolvers<void>())]
  const jobs = gates.map(({ promise }, n) =>
    run(async () => {
      begun.push(n)
      await promise
      return n
    }),
  )
  await expect(run(async () => 'too many')).rejects.toEqual(refused)
  for (const [n, { resolve }] of gates.entries()) {
    await Promise.resolve()
    expect(begun.length).toBeLessThanOrEqual(n + 1)
    resolve()
    expect(await jobs[n]).toBe(n)
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

it('goes on after a failure', async () => {
  const run = boundedMutex()
  await expect(run(() => Promise.reject(new Error('once')))).rejects.toThrow('once')
  expect(await run(async () => 'next')).toBe('next')
})
