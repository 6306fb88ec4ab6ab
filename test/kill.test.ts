import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../simulator/random.ts'
import { acksFile } from '../src/plugins/runner/ack-journal.ts'
import { dirOf } from './harness/bridge-process.ts'
import { type RelaySetup, relaySetup } from './harness/relay-setup.ts'
import { startTalking } from './harness/talkers.ts'
import { isWhole } from './harness/told.ts'
import { until } from './harness/until.ts'

/** `npm run proof -- scoreboard` kills five hundred times. */
const kills = isWhole ? 60 : 8

/** Returns the ids that the plugin has noted as done, and the host has not forgotten yet. */
function acknowledged({ mac }: RelaySetup): Set<string> {
  const file = join(dirOf(mac.home).pluginDir('webhook'), acksFile)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Set(lines.flatMap((line) => (line.startsWith('=') ? [line.slice(1)] : [])))
}

test(`after ${kills} kills −9 of the bridge at random under load, nothing is lost or out of order, and nothing acknowledged comes again`, async () => {
  await using relay = await relaySetup()
  const random = seededRandom('kill')
  const talkers = startTalking(relay.mac)
  const atKill: { done: Set<string>; arrived: number }[] = []
  for (let kill = 0; kill < kills; kill++) {
    await wait(random() * 400)
    await relay.bridge.kill()
    atKill.push({ done: acknowledged(relay), arrived: relay.receiver.delivered.length })
    await relay.restart()
  }
  const said = await talkers.stop()
  const all = [...said.values()].flat()
  await until(() => new Set(relay.receiver.texts()).size === all.length, {
    describe: () => `${all.length} messages; arrived: ${new Set(relay.receiver.texts()).size}`,
  })
  await relay.bridge.stop()
  for (const { done, arrived } of atKill) {
    const again = relay.receiver.delivered.slice(arrived).filter(({ body }) => done.has(body.delivery_id))
    expect(again, 'nothing again that was acknowledged').toEqual([])
  }
  // A kill between a request and its acknowledgement lets the message come again, under the same id.
  const arrived = new Map(relay.receiver.delivered.map(({ body }) => [body.delivery_id, body.text]))
  expect(arrived.size, 'one id for each message').toBe(all.length)
  for (const [person, texts] of said) {
    expect(
      [...arrived.values()].filter((text) => texts.includes(text ?? '')),
      `in order from ${person}`,
    ).toEqual(texts)
  }
})
