import { expect, onTestFinished, test } from 'vitest'
import { listAlerts } from '../actions/list-alerts.ts'
import { request, testServices } from '../actions/test-services.ts'
import type { Logger } from '../contract/log-entry.ts'
import { raisedAlerts } from '../store/alerts-file.ts'
import { AlertsWatch } from './alerts-watch.ts'

const servicesOfTest = testServices(onTestFinished)
const full = { id: 'd', kind: 'disk_nearly_full' as const, plugin: null, webhook: null, sinceMs: 1_000, reason: null }

/** A web process beside a bridge whose heartbeat and alerts the test sets; it checks only when the test says so. */
function beside() {
  const bridge = { beatS: 1_000, nowS: 1_000 }
  const { services, dir } = servicesOfTest({
    nowMs: () => bridge.nowS * 1_000,
    bridge: { lastHeartbeatS: () => bridge.beatS, status: () => undefined, lastMessageMs: () => undefined },
  })
  const logged: string[] = []
  const log = { info: (msg: string) => logged.push(msg), warn: (msg: string) => logged.push(msg), debug() {} }
  const heard: string[] = []
  const start = () => {
    const watch = new AlertsWatch({ ...services, dir, log: log as unknown as Logger, everyMs: 2 ** 30 })
    onTestFinished(() => watch.close())
    watch.onNews(({ kind }, isOver) => heard.push(`${kind} ${isOver ? 'over' : 'begun'}`))
    return watch
  }
  return { bridge, services, logged, heard, start, file: raisedAlerts(dir.alertsFile) }
}

const checkTimes = (watch: AlertsWatch, times: number) => {
  for (let n = 0; n < times; n++) watch.check()
}

test('an alert of the bridge is told once when it begins and once when it is over, also across restarts', () => {
  const { services, heard, start, file } = beside()
  const first = start()
  first.check()
  file.write({ raised: [full], awakeSinceMs: null })
  checkTimes(first, 3)
  expect(listAlerts({}, { ...services, alerts: first }, request)).toMatchObject({ alerts: [{ id: 'd' }] })
  const second = start()
  second.check()
  expect(heard).toEqual(['disk_nearly_full begun'])
  file.write({ raised: [], awakeSinceMs: null })
  start().check()
  expect(heard).toEqual(['disk_nearly_full begun', 'disk_nearly_full over'])
})

test('a bridge that does not poll is an alert once that is certain, with a line in the log', () => {
  const { bridge, heard, logged, start } = beside()
  const watch = start()
  bridge.nowS += 11
  checkTimes(watch, 7)
  expect([watch.current(), heard]).toEqual([[], []])
  watch.check()
  expect(watch.current()).toMatchObject([{ kind: 'relay_stopped', since: '1970-01-01T00:16:40.000Z' }])
  expect(heard).toEqual(['relay_stopped begun'])
  bridge.beatS = bridge.nowS
  watch.check()
  expect([watch.current(), heard]).toEqual([[], ['relay_stopped begun', 'relay_stopped over']])
  expect(logged).toEqual([
    'alert raised: relay_stopped, since 1970-01-01T00:16:40.000Z',
    'alert cleared: relay_stopped',
  ])
})

test('a Mac that wakes up is no alert while its bridge takes a moment to poll', () => {
  const { bridge, heard, start } = beside()
  const watch = start()
  watch.check()
  bridge.nowS += 36_000
  checkTimes(watch, 3)
  bridge.beatS = bridge.nowS
  watch.check()
  expect(heard).toEqual([])
})

test('a way that fails does not keep an alert from the others', () => {
  const { heard, start, file } = beside()
  const watch = start()
  watch.onNews(() => {
    throw new Error('no network')
  })
  watch.onNews(() => heard.push('and the next'))
  file.write({ raised: [full], awakeSinceMs: null })
  watch.check()
  expect(heard).toEqual(['disk_nearly_full begun', 'and the next'])
})
