import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPollLoop } from './poll-loop.ts'

const hour = 3_600_000

/** A poll lasts as long as the promise at its place in `lasting`. */
function countedLoop({ tickMs = hour, lasting = [] }: { tickMs?: number; lasting?: Promise<void>[] } = {}) {
  const turns: number[] = []
  const crashes: unknown[] = []
  const loop = startPollLoop({
    tickMs: () => tickMs,
    poll: async () => {
      turns.push(performance.now())
      await lasting[turns.length - 1]
    },
    onCrash: (error) => crashes.push(error),
  })
  const reaches = (count: number) => expect.poll(() => turns.length).toBeGreaterThanOrEqual(count)
  return { loop, turns, crashes, reaches }
}

test('the first poll needs no event', async () => {
  const { loop, reaches } = countedLoop()
  await reaches(1)
  await loop.stop()
})

test('polls on every tick although no event arrives, since watchers go deaf', async () => {
  const { loop, reaches } = countedLoop({ tickMs: 5 })
  await reaches(4)
  await loop.stop()
})

test('one event is followed by three more polls, since it can come before its commit', async () => {
  const { loop, turns, reaches } = countedLoop()
  await reaches(1)
  loop.stir()
  await reaches(5)
  await loop.stop()
  expect(turns.length).toBe(5)
})

test('many events during one poll cause one more poll', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { loop, turns, reaches } = countedLoop({ lasting: [first.promise, second.promise] })
  await reaches(1)
  for (let i = 0; i < 100; i++) loop.stir()
  first.resolve()
  await reaches(2)
  const stopped = loop.stop()
  second.resolve()
  await stopped
  expect(turns.length).toBe(2)
})

test('stop waits for the poll in progress', async () => {
  let isFinished = false
  const loop = startPollLoop({
    tickMs: () => hour,
    poll: async () => {
      await wait(20)
      isFinished = true
    },
    onCrash: () => {},
  })
  await loop.stop()
  expect(isFinished).toBe(true)
})

test('a poll that throws ends the loop and is reported', async () => {
  const crashes: unknown[] = []
  const failure = new Error('broken promise')
  const loop = startPollLoop({
    tickMs: () => 1,
    poll: () => Promise.reject(failure),
    onCrash: (error) => crashes.push(error),
  })
  await loop.stop()
  expect(crashes).toEqual([failure])
})
