import { expect, test } from 'vitest'
import { seededRandom } from '../../simulator/random.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { isWhole } from '../harness/told.ts'
import { balanced, killedAtRandom } from './kills.ts'

const randomKills = isWhole ? 25 : 6

test(`after ${randomKills} kills −9 of one of two senders at random nothing is sent twice, and the outcome of each send is known`, async () => {
  using mac = temporaryMac()
  const balance = await killedAtRandom(mac.home, { kills: randomKills, random: seededRandom('senders') })
  expect(balance).toMatchObject(balanced)
  expect(balance.states.failed).toBeUndefined()
})
