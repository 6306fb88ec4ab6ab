import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { balanced, killedAtEachStep, killedAtFirstSteps } from './kills.ts'
import { anna, textTo } from './setup.ts'

test('after kill −9 of the sender before any step nothing is sent twice, and the outcome of each send is known', async () => {
  const deaths = await killedAtEachStep((home) => {
    const path = join(home, 'upload')
    writeFileSync(path, 'picture')
    const file = { path, name: 'picture.txt', sha256: '0'.repeat(64) }
    return textTo(anna, 'caption', { file, idempotencyKey: 'caption' })
  })
  for (const { diedBefore, ...balance } of deaths) expect(balance, `before ${diedBefore}`).toMatchObject(balanced)
  const steps = ['accept', 'stage', 'recordHandover', 'send', 'recordStart', 'recordEnd', 'claim', 'recordStatus']
  expect(deaths.map(({ diedBefore }) => diedBefore)).toEqual(expect.arrayContaining(steps))
})

test('after kill −9 around the time at which a scheduled message is due, it is sent once, or its outcome is known', async () => {
  const deaths = await killedAtFirstSteps(5, () =>
    textTo(anna, 'later', { idempotencyKey: 'later', sendAtMs: Date.now() + 200 }),
  )
  for (const { diedBefore, ...balance } of deaths) expect(balance, `before ${diedBefore}`).toMatchObject(balanced)
  const steps = ['accept', 'releaseDue', 'recordHandover', 'send']
  expect(deaths.map(({ diedBefore }) => diedBefore)).toEqual(expect.arrayContaining(steps))
})
