import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiverScenarios } from '../../simulator/scenarios/receivers.ts'
import { play } from '../../simulator/scenarios/scenarios.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { bridgeHere } from '../harness/bridge-here.ts'
import { anna, ben, type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

const hasIpv6 = await canListen('::1')

async function canListen(host: string): Promise<boolean> {
  const server = createServer().listen(0, host)
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return listens
}

/** A receiver that works for a minute works for two seconds here, which is longer than the webhook waits. */
const hurried = (ms: number) => wait(Math.min(ms / 5, 2_000))

describe('over one relay', () => {
  let relay: RelaySetup
  let port: number
  beforeAll(async () => {
    port = await unusedPort()
    const webhook = { enabled: true, url: `http://localhost:${port}/`, timeout_s: 1 }
    relay = await relaySetup({ mac: { messages: 60, chats: 6 }, config: { integrations: { webhook } } })
  })
  afterAll(() => relay?.[Symbol.asyncDispose]())

  for (const [name, scenario] of Object.entries(receiverScenarios))
    test.skipIf(name.includes('ipv6') && !hasIpv6)(
      `${name}: the receiver gets every message once, each conversation in order`,
      async () => {
        const steps = await play(relay.mac.home, scenario, { receiverPort: port, outageMs: 10_000, pause: hurried })
        const heard = steps.filter(({ expect }) => expect === 'relay').map(({ did }) => did)
        const [, count, texts = ''] =
          /^the receiver accepted (.+) messages.*?: (.+)$/.exec(steps.at(-1)?.did ?? '') ?? []
        const accepted = texts.split('; ')
        expect(count).toBe(`${heard.length} of ${heard.length}`)
        const isOfGroup = (text: string) => text.includes('of the group')
        for (const isOf of [isOfGroup, (text: string) => !isOfGroup(text)])
          expect(accepted.filter(isOf)).toEqual(heard.filter(isOf))
      },
    )
})

test('a receiver that was down for three hours gets every message once, each conversation in order', async () => {
  let status = 500
  await using relay = await bridgeHere({ answer: () => status })
  const { messages } = relay.mac
  const refused = () => relay.receiver.delivered.length
  for (let hour = 0; hour < 3; hour++) {
    messages.receive({ from: anna, text: `anna ${hour}` })
    messages.receive({ from: ben, text: `ben ${hour}` })
    const before = refused()
    await until(() => refused() > before)
    relay.pass(3_600_000)
  }
  status = 204
  relay.pass(300_000)
  const texts = () => relay.receiver.texts()
  await until(() => texts().length === 6, { describe: () => JSON.stringify(texts()) })
  for (const name of ['anna', 'ben'])
    expect(texts().filter((text) => text?.startsWith(name))).toEqual([0, 1, 2].map((hour) => `${name} ${hour}`))
})
