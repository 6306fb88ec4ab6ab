/** Implements GET /api/heartbeat. */
import { isAlive } from '../store/heartbeat.ts'
import type { Action } from './action.ts'

export const heartbeat: Action<'heartbeat'> = (_input, { bridge, sending, nowMs }) => {
  const beatS = bridge.lastHeartbeatS()
  const alive = isAlive(beatS, nowMs())
  const status = bridge.status()
  const lastMessageMs = bridge.lastMessageMs()
  const { waiting, oldestWaitsS } = sending.health()
  return {
    ok: true,
    ts: nowMs() / 1000,
    bridge_alive: alive,
    last_heartbeat: beatS ?? null,
    last_message_ts: lastMessageMs === undefined ? null : new Date(lastMessageMs).toISOString(),
    bridge: {
      state: alive ? (status?.state ?? 'polling') : 'stopped',
      reason: alive ? (status?.reason ?? null) : 'The bridge is not running.',
      pending: status?.pending ?? 0,
      dead: status?.dead ?? 0,
    },
    sends: { waiting, oldest_waits_s: oldestWaitsS },
  }
}
