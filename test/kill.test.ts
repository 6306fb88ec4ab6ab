import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../simulator/random.ts'
import { relaySetup } from './harness/relay-setup.ts'
import { startTalking } from './harness/talkers.ts'
import { until } from './harness/until.ts'

/** `npm run proof -- scoreboard` kills five hundred times. */
const kills = 30

test(`kill −9 of the bridge, ${kills} times at random under load: nothing lost, nothing twice, nothing out of order`, async () => {
  await using relay = await relaySetup()
  const random = seededRandom('kill')
  const talkers = startTalking(relay.mac)
  for (let kill = 0; kill < kills; kill++) {
    await wait(random() * 400)
    await relay.bridge.kill()
    await relay.restart()
  }
  const said = await talkers.stop()
  const all = [...said.values()].flat()
  await until(() => new Set(relay.receiver.texts()).size === all.length, {
    describe: () => `${all.length} messages; arrived: ${new Set(relay.receiver.texts()).size}`,
  })
  await relay.bridge.stop()
  const arrived = relay.receiver.texts()
  expect(arrived.length, 'no message twice').toBe(all.length)
  for (const [person, texts] of said) {
    expect(
      arrived.filter((text) => texts.includes(text ?? '')),
      `in order from ${person}`,
    ).toEqual(texts)
  }
})
