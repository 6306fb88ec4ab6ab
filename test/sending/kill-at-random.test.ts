import { expect, test } from 'vitest'
import { seededRandom } from '../../simulator/random.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { isWhole } from '../harness/told.ts'
import { balanced, killedAtRandom } from './kills.ts'

const randomKills = isWhole ? 25 : 6

test(`kill −9 of one of two senders, ${randomKills} times at random: nothing goes twice, and of each send it is known what became of it`, async () => {
  using mac = temporaryMac()
  const balance = await killedAtRandom(mac.home, { kills: randomKills, random: seededRandom('senders') })
  expect(balance).toMatchObject(balanced)
  expect(balance.states.failed).toBeUndefined()
})
