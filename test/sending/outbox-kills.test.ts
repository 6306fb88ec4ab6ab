import { expect, test } from 'vitest'
import { isWhole, tell } from '../harness/told.ts'
import { killedWhileDeciding, type OutboxDeath } from './kills.ts'

/**
 * The proof ends the process fifty times before steps from the first to the last, odd and even ones in turn: releases and
 * refusals alternate. The suite does so from the first release to the end of its script.
 */
const plan = isWhole
  ? { count: 20, steps: Array.from({ length: 50 }, (_, i) => 2 * i + 1 + (i % 2)) }
  : { count: 3, steps: [4, 5, 6, 7, 8] }
const atATime = 2

test('after kill −9 while the owner decides about held messages, nothing is sent twice, and nothing that was not released', async (context) => {
  const { steps, count } = plan
  const deaths: OutboxDeath[] = []
  for (let at = 0; at < steps.length; at += atATime) {
    const died = await Promise.all(steps.slice(at, at + atATime).map((step) => killedWhileDeciding(step, count)))
    deaths.push(...died.filter((death) => death !== undefined))
  }
  for (const { diedBefore, twice, unreleased, lost } of deaths)
    expect({ twice, unreleased, lost }, `before ${diedBefore}`).toEqual({ twice: [], unreleased: [], lost: [] })
  const before = deaths.map(({ diedBefore }) => diedBefore)
  expect(before).toEqual(expect.arrayContaining(['releaseHeld', 'refuseHeld']))
  tell(context, { asked: deaths.reduce((sum, { asked }) => sum + asked, 0), deaths: deaths.length })
})
