/** Judges what became of a change that the window of Messages was to make to a message of the self-test. */
import type { SelftestFindings } from '../../contract/selftest.ts'
import type { WindowStop } from '../../contract/selftest-own-messages.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { offeredSince } from '../../messages-window/balloon-actions.ts'
import type { Change } from '../../messages-window/change.ts'
import { stopOf } from '../../messages-window/script-answer.ts'
import { asExpected, failed, leftOut, type Outcome } from '../check.ts'
import type { Sighting } from './sightings.ts'

export interface Changed {
  change: Change
  /** The rows of the message, its second row, and the tapback, if there is one. */
  row: Sighting | undefined
  twin: Sighting | undefined
  tapback: Sighting | undefined
  startMs: number
  endMs: number
  /** The window's refusal instead of a message. */
  error: unknown
  /** NaN if the version is unknown. */
  macos: number
}

/** These are the state of this Mac at the moment; any other word shows that its window is unlike what we know. */
const circumstances: readonly WindowStop[] = ['unsuitable', 'no_window', 'draft', 'twice', 'not_started']
const permissions: readonly WindowStop[] = ['accessibility_denied', 'automation_denied']

export function judgeChange(changed: Changed): Outcome {
  const { error, change, macos } = changed
  const stop = windowStop(error)
  const findings = stop === undefined ? findingsOf(changed) : { window_stop: stop }
  if (stop !== undefined && permissions.includes(stop)) return leftOut('permission_missing', findings)
  if (stop !== undefined && isLacking(stop, change, macos)) return leftOut('not_offered', findings)
  if (stop !== undefined && circumstances.includes(stop)) return leftOut('window_refused', findings)
  if (stop !== undefined) return { state: 'differs', reason: 'window_refused', findings }
  if (error instanceof ServiceError && error.code === 'send_uncertain') return failed('change_not_shown', findings)
  if (error !== undefined) throw error
  const isOther = change.kind === 'edit' && findings.text_equal === false
  return isOther ? { state: 'differs', reason: 'text_differs', findings } : asExpected(findings)
}

const firstWithChanges = Math.min(...Object.values(offeredSince))

/** Whether this macOS is known not to have the action: the window lacks it, or was not even asked for any. */
const isLacking = (stop: WindowStop, { kind }: Change, macos: number): boolean =>
  (stop === 'no_action' && macos < offeredSince[kind]) || (stop === 'unsuitable' && macos < firstWithChanges)

/** Undefined where the window was operated. */
export function windowStop(error: unknown): WindowStop | undefined {
  if (!(error instanceof ServiceError)) return undefined
  if (error.code === 'accessibility_denied' || error.code === 'automation_denied') return error.code
  if (error.code !== 'unsupported') return undefined
  const stop = stopOf(String(error.details.reason ?? ''))
  return stop === undefined || stop === 'denied' ? 'unsuitable' : (stop.replaceAll('-', '_') as WindowStop)
}

function findingsOf({ change, row, twin, tapback, startMs, endMs }: Changed): SelftestFindings {
  const since = (ms: number) => Math.max(0, Math.round(ms - startMs))
  const changedMs = change.kind === 'tapback' ? tapback?.firstMs : row?.changedMs
  return {
    window_ms: since(endMs),
    ...(changedMs !== undefined && { changed_ms: since(changedMs) }),
    ...(change.kind === 'edit' && row !== undefined && { text_equal: row.row.text === change.text }),
    ...(change.kind !== 'tapback' &&
      row !== undefined && {
        date_edited: row.row.isEdited,
        date_retracted: row.row.isRetracted,
        emptied: row.row.isEmpty,
      }),
    ...(change.kind !== 'tapback' && twin !== undefined && { twin_changed: twin.changedMs !== undefined }),
    ...(tapback !== undefined && {
      tapback_type: tapback.row.association,
      tapback_target: targetForm(tapback.row.target),
    }),
  }
}

function targetForm(target: string): SelftestFindings['tapback_target'] {
  if (/^p:\d+\//.test(target)) return 'part'
  if (target.startsWith('bp:')) return 'balloon'
  return /^[\dA-F-]{36}$/i.test(target) ? 'bare' : 'other'
}
