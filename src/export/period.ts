/** Parses which messages belong in an export, as the user typed it. */
import { stretchOf } from '../domain/search/dates.ts'
import { ServiceError } from '../domain/service-error.ts'

export interface Period {
  /** Unix milliseconds from which on messages are included. */
  fromMs?: number
  /** Unix milliseconds from which on messages are no longer included. */
  toMs?: number
  /** Whether only starred messages are included. */
  isStarred?: boolean
}

interface Typed {
  since?: string | undefined
  until?: string | undefined
  starred?: boolean | undefined
}

/** Whole days count by the clock of this machine, including those of `until`. Throws `invalid_request`. */
export function periodOf({ since, until, starred }: Typed, nowMs: number): Period {
  const from = since === undefined ? {} : { fromMs: stretchTyped('--since', since, nowMs).fromMs }
  const to = until === undefined ? {} : { toMs: stretchTyped('--until', until, nowMs).toMs }
  const period: Period = { ...from, ...to, ...(starred === true && { isStarred: true }) }
  if (period.fromMs !== undefined && period.toMs !== undefined && period.fromMs >= period.toMs)
    throw new ServiceError('invalid_request', '--until lies before --since.')
  return period
}

function stretchTyped(option: string, typed: string, nowMs: number): { fromMs: number; toMs: number } {
  const stretch = stretchOf(typed, nowMs) ?? momentTyped(typed)
  if (stretch !== undefined) return stretch
  throw new ServiceError('invalid_request', `${option} is no date that there is: "${typed}".`, {
    examples: ['2025', '2025-03', '2025-03-17', 'yesterday', '2025-03-17T18:30:00Z'],
  })
}

function momentTyped(typed: string): { fromMs: number; toMs: number } | undefined {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) ? Date.parse(typed) : Number.NaN
  return Number.isNaN(ms) ? undefined : { fromMs: ms, toMs: ms + 1 }
}
