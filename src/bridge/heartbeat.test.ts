import { expect, test } from 'vitest'
import { BridgeHeartbeat } from './heartbeat.ts'

const startMs = Date.UTC(2026, 5, 1)

function heartbeatSince(lastAliveMs: number) {
  const beats: number[] = []
  const sleeps: number[] = []
  let nowMs = startMs
  const heartbeat = new BridgeHeartbeat({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    lastAliveMs,
    write: (atMs: number) => void beats.push(atMs - startMs),
    onSleep: ({ lengthMs }) => void sleeps.push(lengthMs),
  })
  const pass = (ms: number) => {
    nowMs += ms
    return heartbeat.beatIfDue()
  }
  return { beats, sleeps, pass, poll: () => heartbeat.beat(nowMs) }
}

test('a poll that takes minutes beats every second, and does not count as sleep', () => {
  const heartbeat = heartbeatSince(startMs)
  heartbeat.poll()
  for (let page = 0; page < 600; page++) heartbeat.pass(200)
  heartbeat.poll()
  expect(heartbeat.beats.slice(0, 4)).toEqual([0, 1_000, 2_000, 3_000])
  expect(heartbeat.sleeps).toEqual([])
})

test('pages in quick succession do not each cause a beat', () => {
  const heartbeat = heartbeatSince(startMs)
  expect([heartbeat.pass(999), heartbeat.pass(1), heartbeat.pass(10)]).toEqual([false, true, false])
})

test('the time between the last sign of life and this one counts as sleep, even within a poll', () => {
  const heartbeat = heartbeatSince(startMs - 60_000)
  heartbeat.poll()
  heartbeat.pass(45_000)
  heartbeat.poll()
  expect(heartbeat.sleeps).toEqual([60_000, 45_000])
})
