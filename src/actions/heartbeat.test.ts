import { expect, it, onTestFinished } from 'vitest'
import { openStatusFile } from '../store/bridge-status.ts'
import { openHeartbeat } from '../store/heartbeat.ts'
import { heartbeat } from './heartbeat.ts'
import { nowMs, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)

function bridgeThat({ beatAgoMs }: { beatAgoMs?: number } = {}) {
  const { services, dir } = servicesOf()
  if (beatAgoMs !== undefined) openHeartbeat(dir.heartbeatFile).write(nowMs - beatAgoMs)
  return { services, dir }
}

const status = {
  pid: 1,
  started_at: '',
  state: 'degraded',
  reason: 'messages_busy',
  cursor: 9,
  pending: 3,
  dead: 1,
} as const

it('without a bridge it says so, and that the web process is well', () => {
  expect(heartbeat({}, bridgeThat().services, request)).toEqual({
    ok: true,
    ts: nowMs / 1_000,
    bridge_alive: false,
    last_heartbeat: null,
    last_message_ts: null,
    bridge: { state: 'stopped', reason: 'The bridge is not running.', pending: 0, dead: 0 },
    sends: { waiting: 2, oldest_waits_s: 3 },
  })
})

it('reports the state of a running bridge', () => {
  const { services, dir } = bridgeThat({ beatAgoMs: 9_000 })
  expect(heartbeat({}, services, request)).toMatchObject({
    bridge_alive: true,
    bridge: { state: 'polling', reason: null },
  })
  openStatusFile(dir.statusFile).write(status)
  expect(heartbeat({}, services, request)).toMatchObject({
    last_heartbeat: nowMs / 1_000 - 9,
    bridge: { state: 'degraded', reason: 'messages_busy', pending: 3, dead: 1 },
  })
})

it('ten seconds of silence mean that the bridge has stopped, whatever its last state was', () => {
  const { services, dir } = bridgeThat({ beatAgoMs: 10_000 })
  openStatusFile(dir.statusFile).write(status)
  expect(heartbeat({}, services, request)).toMatchObject({
    bridge_alive: false,
    bridge: { state: 'stopped', pending: 3 },
  })
})

it('reports when the newest message was sent', () => {
  const { services } = bridgeThat()
  const bridge = { ...services.bridge, lastMessageMs: () => Date.UTC(2026, 0, 1) }
  expect(heartbeat({}, { ...services, bridge }, request)).toMatchObject({ last_message_ts: '2026-01-01T00:00:00.000Z' })
})
