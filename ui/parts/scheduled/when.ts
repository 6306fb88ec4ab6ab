/** Words the time of a scheduled message. */
import type { Scheduled } from '../../../src/contract/send.ts'
import { formatOf, timeOf } from '../../catalogue/dates.ts'
import { t, type Values } from '../../catalogue/texts.ts'

/** Formats as `4:37 PM` today, otherwise with the day. */
function sendTimeOf(ts: string, now = new Date()): string {
  const at = new Date(ts)
  if (at.toDateString() === now.toDateString()) return timeOf(ts)
  const year = at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const }
  const day = { weekday: 'short', day: 'numeric', month: 'short', ...year } as const
  return formatOf({ ...day, hour: 'numeric', minute: '2-digit' }).format(at)
}

const words = {
  scheduled: 'scheduled.scheduled',
  queued: 'scheduled.queued',
  missed: 'scheduled.missed',
} as const

export function stateOf({ state, send_at }: Pick<Scheduled, 'state' | 'send_at'>, now = new Date()): string {
  const values: Values = { time: sendTimeOf(send_at, now) }
  return t(words[state], values)
}
