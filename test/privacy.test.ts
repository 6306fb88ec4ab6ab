import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dirOf } from './harness/bridge-process.ts'
import { anna, ben, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'

const secret = 'the safe opens with 4711'

test('log, status and heartbeat contain no message text and no handle, even when deliveries fail', async () => {
  let refusals = 0
  await using relay = await relaySetup({
    answer: () => {
      refusals += 1
      return refusals <= 2 ? 500 : 204
    },
  })
  const { messages } = relay.mac
  messages.receive({ from: anna, text: secret })
  messages.receive({ from: ben, text: `${secret}, says Ben` })
  await until(() => relay.receiver.texts().length === 2)
  await relay.bridge.stop()

  const { logFile, statusFile, heartbeatFile, stateFile } = dirOf(relay.mac.home)
  const told = [logFile, statusFile, heartbeatFile, stateFile].map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(told).toContain('bridge started')
  expect(told).toMatch(
    /"source":"webhook","level":"warn","msg":"Delivery \S+ failed \(attempt 1\): the receiver answered 500/,
  )
  for (const hidden of [secret, 'safe', anna, ben, anna.slice(-7), ben.slice(-7)]) expect(told).not.toContain(hidden)
  expect(relay.bridge.stderr()).not.toContain(secret)
})
