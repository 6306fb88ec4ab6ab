import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { play, type Scenario } from '../../simulator/scenarios/scenarios.ts'
import { silenceScenarios } from '../../simulator/scenarios/silence.ts'
import { raisedAlerts } from '../../src/store/alerts-file.ts'
import { bridgeHere } from '../harness/bridge-here.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { until } from '../harness/until.ts'

const minuteMs = 60_000
/** Steps of more than five minutes between checks of alerts would count as sleep. */
const stepMs = 4 * minuteMs
const alertCheckMs = 10

test.each([
  ['mac-quiet', null],
  ['mac-quiet-messages-closed', 'Messages is not open'],
  ['mac-quiet-signed-out', 'no account is signed in to Messages'],
])('%s: the silence raises one alert with its reason, and the next message ends it', async (name, reason) => {
  await using relay = await bridgeHere({ config: { alerts: { notify_plugins: ['webhook'] } }, alertCheckMs })
  const dir = dirOf(relay.mac.home)
  const raised = () => raisedAlerts(dir.alertsFile).read().raised
  const timesLogged = (words: string) => readFileSync(dir.logFile, 'utf8').split(words).length - 1
  await play(relay.mac.home, silenceScenarios[name] as Scenario, {
    now: relay.nowMs,
    outageMs: 12 * 60 * minuteMs,
    async pause(ms) {
      await until(() => relay.receiver.texts().includes('the last before the silence'))
      for (let passedMs = 0; passedMs < ms && raised()[0]?.kind !== 'mac_quiet'; passedMs += stepMs) {
        relay.pass(stepMs)
        await wait(3 * alertCheckMs)
      }
      expect(raised()).toMatchObject([{ kind: 'mac_quiet', reason }])
    },
  })
  await until(() => raised().length === 0)
  const notices = () => relay.receiver.texts().filter((text) => text?.includes('Mac') || text?.startsWith('No message'))
  await until(() => notices().length === 2, { describe: () => JSON.stringify(relay.receiver.texts()) })
  expect(notices()).toEqual([expect.stringContaining('No message has arrived'), 'The Mac is no longer quiet.'])
  expect([timesLogged('alert raised: mac_quiet'), timesLogged('alert cleared: mac_quiet')]).toEqual([1, 1])
})
