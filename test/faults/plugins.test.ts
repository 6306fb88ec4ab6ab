import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dirOf } from '../harness/bridge-process.ts'
import { anna, ben, relaySetup } from '../harness/relay-setup.ts'
import { runnerPid } from '../harness/runner-pid.ts'
import { startTalking } from '../harness/talkers.ts'
import { until } from '../harness/until.ts'

test('after kill −9 of a runner under load nothing is lost, and a repeated delivery keeps its id', async () => {
  await using relay = await relaySetup()
  const talkers = startTalking(relay.mac)
  const killed = new Set<number>()
  for (let kill = 0; kill < 3; kill++) {
    const arrived = relay.receiver.texts().length
    await until(() => relay.receiver.texts().length > arrived + 20)
    await until(() => !killed.has(runnerPid(relay.mac.home) ?? 0) && runnerPid(relay.mac.home) !== undefined)
    const pid = runnerPid(relay.mac.home) ?? expect.fail('no runner')
    killed.add(pid)
    process.kill(pid, 'SIGKILL')
  }
  const said = [...(await talkers.stop()).values()].flat()
  await until(() => new Set(relay.receiver.texts()).size === said.length)
  const idsOf = new Map<string | null, Set<string>>()
  for (const { body } of relay.receiver.delivered)
    idsOf.set(body.text, (idsOf.get(body.text) ?? new Set()).add(body.delivery_id))
  expect([...idsOf.values()].every((ids) => ids.size === 1)).toBe(true)
  expect(relay.bridge.child.exitCode).toBeNull()
})

test('a webhook that fails for one person affects nobody else, and delivers once it works again', async () => {
  let isBroken = true
  await using relay = await relaySetup({ answer: ({ text }) => (isBroken && text?.startsWith('anna') ? 500 : 204) })
  const { messages } = relay.mac
  for (let n = 0; n < 5; n++) {
    messages.receive({ from: anna, text: `anna ${n}` })
    messages.receive({ from: ben, text: `ben ${n}` })
  }
  const bens = Array.from({ length: 5 }, (_, n) => `ben ${n}`)
  await until(() => bens.every((text) => relay.receiver.texts().includes(text)), {
    describe: () => JSON.stringify([relay.receiver.texts(), readFileSync(dirOf(relay.mac.home).logFile, 'utf8')]),
  })
  expect(relay.receiver.texts()).toEqual(bens)
  isBroken = false
  await until(() => relay.receiver.texts().length === 10)
  const annas = relay.receiver.texts().filter((text) => text?.startsWith('anna'))
  expect(annas).toEqual(Array.from({ length: 5 }, (_, n) => `anna ${n}`))
})
