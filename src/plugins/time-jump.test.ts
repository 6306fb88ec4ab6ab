import { expect, it } from 'vitest'
import { JumpDetector } from './time-jump.ts'

function watching() {
  const time = { wallMs: 0, monotonicMs: 0 }
  const jumps = new JumpDetector({ nowMs: () => time.wallMs, monotonicMs: () => time.monotonicMs }, 500)
  return (wallMs: number, monotonicMs: number) => {
    time.wallMs += wallMs
    time.monotonicMs += monotonicMs
    return jumps.hasJumped()
  }
}

it('ignores an ordinary pause', () => {
  const after = watching()
  expect([after(500, 500), after(5_000, 5_000), after(600, 400)]).toEqual([false, false, false])
})

it('notices sleep whether the monotonic clock stopped or continued meanwhile', () => {
  const after = watching()
  expect([after(60_000, 500), after(500, 500), after(60_000, 60_000)]).toEqual([true, false, true])
})

it('notices a clock that was set back', () => {
  expect(watching()(-3_600_000, 500)).toBe(true)
})
