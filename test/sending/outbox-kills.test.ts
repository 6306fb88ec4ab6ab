import { expect, test } from 'vitest'
import { isWhole, tell } from '../harness/told.ts'
import { killedWhileDeciding, type OutboxDeath } from './kills.ts'

/** In the suite from the first release to the end of its script; in the proof at every step, fifty times twenty. */
const plan = isWhole ? { count: 20, deaths: 50, every: 2, from: 2 } : { count: 3, deaths: 5, every: 1, from: 4 }
const atATime = 2

test('kill −9 while the owner decides about what waits: nothing goes twice, and nothing that was not released', async (context) => {
  const steps = Array.from({ length: plan.deaths }, (_, i) => plan.from + i * plan.every)
  const deaths: OutboxDeath[] = []
  for (let at = 0; at < steps.length; at += atATime) {
    const died = await Promise.all(steps.slice(at, at + atATime).map((step) => killedWhileDeciding(step, plan.count)))
    deaths.push(...died.filter((death) => death !== undefined))
  }
  for (const { diedBefore, twice, unreleased, lost } of deaths)
    expect({ twice, unreleased, lost }, `before ${diedBefore}`).toEqual({ twice: [], unreleased: [], lost: [] })
  const before = deaths.map(({ diedBefore }) => diedBefore)
  expect(before).toEqual(expect.arrayContaining(['releaseHeld', 'refuseHeld']))
  tell(context, { asked: deaths.reduce((sum, { asked }) => sum + asked, 0), deaths: deaths.length })
})
