/** The times that are offered for sending later, and the time that somebody picks, as local times of the reader. */
import { farthestScheduledDays } from '../../../src/contract/limits.ts'
import type { TextKey } from '../../catalogue/texts.ts'

export interface Preset {
  label: TextKey
  at: Date
}

const evening = 18
const morning = 8
/** An evening that begins within this time is no later than "in an hour". */
const soonMs = 75 * 60_000
const minuteMs = 60_000

const atHour = (now: Date, days: number, hour: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)

export function presets(now: Date): readonly Preset[] {
  const inAnHour = new Date(Math.ceil(now.getTime() / minuteMs) * minuteMs + 60 * minuteMs)
  const thisEvening = atHour(now, 0, evening)
  // After midnight, "tomorrow morning" is the morning of the same day.
  const nextMorning = atHour(now, now.getHours() < 4 ? 0 : 1, morning)
  return [
    { label: 'scheduled.in_an_hour', at: inAnHour },
    ...(thisEvening.getTime() - now.getTime() > soonMs
      ? [{ label: 'scheduled.this_evening' as const, at: thisEvening }]
      : []),
    { label: now.getHours() < 4 ? 'scheduled.this_morning' : 'scheduled.tomorrow_morning', at: nextMorning },
  ]
}

const two = (number: number): string => String(number).padStart(2, '0')

/** Formats a time as `<input type="datetime-local">` writes it. */
export const writtenLocal = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`

/** Says what is wrong with a picked time; undefined if nothing is. */
export function problemOf(written: string, now: Date): TextKey | undefined {
  const at = new Date(written)
  if (Number.isNaN(at.getTime())) return 'scheduled.no_time'
  // The clocks skip this time when summer time begins.
  if (writtenLocal(at) !== written.slice(0, 16)) return 'scheduled.skipped'
  if (at.getTime() <= now.getTime()) return 'scheduled.past'
  return at.getTime() > now.getTime() + farthestScheduledDays * 86_400_000 ? 'scheduled.too_far' : undefined
}
