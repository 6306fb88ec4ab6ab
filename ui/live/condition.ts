/** Whether everything works, and if not, which of three different things is true: this device, the service, or its bridge. */
import type { Heartbeat } from '../../src/contract/heartbeat.ts'

/** What is known by asking again and again. */
export interface Observed {
  isOnline: boolean
  /** The last answer. */
  beat: Heartbeat | null
  answeredAtMs: number | null
  /** Questions in a row without an answer that is one. */
  failures: number
  /** Of the last of them: the HTTP status of what came instead of an answer; null for nothing at all. */
  failureStatus: number | null
  /** Since when the bridge is as it is. */
  bridgeSinceMs: number | null
}

export type Trouble = 'offline' | 'unreachable' | 'failing' | 'bridge_stopped' | 'bridge_degraded' | 'bridge_unreadable'

export interface Condition {
  kind: 'checking' | 'good' | Trouble
  /** By this device's clock; null where it was never otherwise. */
  sinceMs: number | null
  /** In the service's words. */
  reason: string | null
}

export const nothingObserved: Observed = {
  ...{ isOnline: true, beat: null, answeredAtMs: null, failures: 0, failureStatus: null, bridgeSinceMs: null },
}

export const answered = (before: Observed, beat: Heartbeat, nowMs: number): Observed => ({
  ...{ isOnline: before.isOnline, beat, answeredAtMs: nowMs, failures: 0, failureStatus: null },
  bridgeSinceMs: bridgeSince(before, beat, nowMs),
})

export const unanswered = (before: Observed, status: number | null = null): Observed => ({
  ...before,
  failures: before.failures + 1,
  failureStatus: status,
})

/** Clocks may differ: what the service dates is taken by its distance from the service's own now. */
function bridgeSince(before: Observed, beat: Heartbeat, nowMs: number): number {
  if (beat.bridge.state === 'stopped' && beat.last_heartbeat !== null)
    return nowMs - (beat.ts - beat.last_heartbeat) * 1000
  const isSame = before.beat?.bridge.state === beat.bridge.state
  return isSame ? (before.bridgeSinceMs ?? nowMs) : nowMs
}

const ofBridge = { degraded: 'bridge_degraded', unreadable: 'bridge_unreadable', stopped: 'bridge_stopped' } as const

/** Said by something between this page and a service that does not answer. */
const ofGateways: readonly number[] = [502, 504]

export function conditionOf(observed: Observed): Condition {
  const { beat, answeredAtMs, failures, bridgeSinceMs } = observed
  if (failures > 0) return { ...silenceOf(observed), sinceMs: answeredAtMs }
  if (beat === null) return { kind: 'checking', sinceMs: null, reason: null }
  const { state, reason } = beat.bridge
  if (state === 'polling') return { kind: 'good', sinceMs: null, reason: null }
  return { kind: ofBridge[state], sinceMs: bridgeSinceMs, reason }
}

function silenceOf({ isOnline, failureStatus: status }: Observed): Pick<Condition, 'kind' | 'reason'> {
  if (status !== null && !ofGateways.includes(status)) return { kind: 'failing', reason: `HTTP ${status}` }
  // A service on this very machine answers without a network, so the network alone says nothing.
  return { kind: isOnline ? 'unreachable' : 'offline', reason: null }
}

/** Nothing can be loaded meanwhile. */
export const isSilence = (kind: Condition['kind']): kind is 'offline' | 'unreachable' | 'failing' =>
  kind === 'offline' || kind === 'unreachable' || kind === 'failing'

export const isTrouble = (kind: Condition['kind']): kind is Trouble => kind !== 'good' && kind !== 'checking'

/** In how many milliseconds it is time to warn; undefined for never. `alertAfterS` is 0 for never. */
export function warnsInMs({ kind, sinceMs }: Condition, alertAfterS: number, nowMs: number): number | undefined {
  if (!isTrouble(kind) || alertAfterS === 0) return undefined
  return sinceMs === null ? 0 : Math.max(0, sinceMs + alertAfterS * 1000 - nowMs)
}
