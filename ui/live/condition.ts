/** Decides whether everything works, and if not, what fails: this device's network, the service, or its bridge. */
import type { Heartbeat } from '../../src/contract/heartbeat.ts'

/** The result of polling the heartbeat. */
export interface Observed {
  isOnline: boolean
  /** The last heartbeat. */
  beat: Heartbeat | null
  answeredAtMs: number | null
  /** Number of failed requests in a row. */
  failures: number
  /** HTTP status of the last failure; null when there was no response at all. */
  failureStatus: number | null
  /** Unix milliseconds at which the bridge entered its state. */
  bridgeSinceMs: number | null
}

export type Trouble = 'offline' | 'unreachable' | 'failing' | 'bridge_stopped' | 'bridge_degraded' | 'bridge_unreadable'

export interface Condition {
  kind: 'checking' | 'good' | Trouble
  /** Unix milliseconds by this device's clock; null when it was never otherwise. */
  sinceMs: number | null
  /** The reason in the service's words. */
  reason: string | null
}

export const nothingObserved: Observed = {
  isOnline: true,
  beat: null,
  answeredAtMs: null,
  failures: 0,
  failureStatus: null,
  bridgeSinceMs: null,
}

export const answered = (before: Observed, beat: Heartbeat, nowMs: number): Observed => ({
  isOnline: before.isOnline,
  beat,
  answeredAtMs: nowMs,
  failures: 0,
  failureStatus: null,
  bridgeSinceMs: bridgeSince(before, beat, nowMs),
})

export const unanswered = (before: Observed, status: number | null = null): Observed => ({
  ...before,
  failures: before.failures + 1,
  failureStatus: status,
})

/** Clocks may differ: a time of the service is converted by its distance from the service's own current time. */
function bridgeSince(before: Observed, beat: Heartbeat, nowMs: number): number {
  if (beat.bridge.state === 'stopped' && beat.last_heartbeat !== null)
    return nowMs - (beat.ts - beat.last_heartbeat) * 1000
  const isSame = before.beat?.bridge.state === beat.bridge.state
  return isSame ? (before.bridgeSinceMs ?? nowMs) : nowMs
}

const ofBridge = { degraded: 'bridge_degraded', unreadable: 'bridge_unreadable', stopped: 'bridge_stopped' } as const

/** Statuses with which a gateway reports that the service does not respond. */
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
  // A service on this machine responds without a network, so being offline alone proves nothing.
  return { kind: isOnline ? 'unreachable' : 'offline', reason: null }
}

/** Whether nothing can be loaded in this condition. */
export const isSilence = (kind: Condition['kind']): kind is 'offline' | 'unreachable' | 'failing' =>
  kind === 'offline' || kind === 'unreachable' || kind === 'failing'

export const isTrouble = (kind: Condition['kind']): kind is Trouble => kind !== 'good' && kind !== 'checking'

/**
 * Returns in how many milliseconds a warning is due, or undefined for never; an `alertAfterS` of 0 turns warnings off.
 */
export function warnsInMs({ kind, sinceMs }: Condition, alertAfterS: number, nowMs: number): number | undefined {
  if (!isTrouble(kind) || alertAfterS === 0) return undefined
  return sinceMs === null ? 0 : Math.max(0, sinceMs + alertAfterS * 1000 - nowMs)
}
