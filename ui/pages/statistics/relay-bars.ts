/** Makes bars of what was relayed: an hour, a day, a week or a month each, so that a chart has at most 31. */
import type { RelayStatistics, RelayStep } from '../../../src/contract/statistics.ts'
import { formatOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'

export interface RelayBar extends Omit<RelayStep, 'start'> {
  /** The time that the bar counts, in full. */
  name: string
  /** The same, short enough for the axis. */
  short: string
}

type Counts = Omit<RelayStep, 'start'>

const [mostDays, mostWeekDays, weekDays] = [31, 100, 7]

export function relayBars({ step, steps }: Pick<RelayStatistics, 'step' | 'steps'>): RelayBar[] {
  if (step === 'hour') return steps.map((one) => barOf([one], hour, startOf))
  if (steps.length <= weekDays) return steps.map((one) => barOf([one], weekday))
  if (steps.length <= mostDays) return steps.map((one) => barOf([one], day))
  return steps.length <= mostWeekDays
    ? inWeeks(steps).map((own) => barOf(own, week))
    : [...Map.groupBy(steps, monthKey).values()].map((own) => barOf(own, month))
}

/** Every week is whole but for the first. */
function inWeeks(steps: readonly RelayStep[]): RelayStep[][] {
  const [weeks, odd] = [[] as RelayStep[][], steps.length % weekDays]
  if (odd > 0) weeks.push(steps.slice(0, odd))
  for (let at = odd; at < steps.length; at += weekDays) weeks.push(steps.slice(at, at + weekDays))
  return weeks
}

const monthKey = (step: RelayStep): string => {
  const date = noonOf(step)
  return `${date.getFullYear()} ${date.getMonth()}`
}

const startOf = ({ start }: RelayStep): Date => new Date(start)

type Names = (start: Date) => Pick<RelayBar, 'name' | 'short'>

const named = (options: Intl.DateTimeFormatOptions, start: Date): string => formatOf(options).format(start)
const dayName = (start: Date): string => named({ weekday: 'short', day: 'numeric', month: 'short' }, start)

const hour: Names = (start) => ({
  name: named({ weekday: 'short', hour: 'numeric', minute: '2-digit' }, start),
  short: named({ hour: 'numeric' }, start),
})
const weekday: Names = (start) => ({ name: dayName(start), short: named({ weekday: 'short' }, start) })
const day: Names = (start) => ({ name: dayName(start), short: named({ day: 'numeric' }, start) })
const week: Names = (start) => ({
  name: t('statistics.week_from', { day: dayName(start) }),
  short: named({ day: 'numeric', month: 'numeric' }, start),
})
const month: Names = (start) => ({
  name: named({ month: 'long', year: 'numeric' }, start),
  short: named({ month: 'short' }, start),
})

/** A day of the Mac begins at its midnight, which is another day already where the reader is; its noon hardly is. */
const noonOf = ({ start }: RelayStep): Date => new Date(Date.parse(start) + 43_200_000)

function barOf(steps: readonly RelayStep[], names: Names, dateOf = noonOf): RelayBar {
  const start = steps[0] === undefined ? new Date(0) : dateOf(steps[0])
  const sum = (of: keyof Counts) => steps.reduce((total, step) => total + step[of], 0)
  return {
    ...names(start),
    received: sum('received'),
    relayed: sum('relayed'),
    delivered: sum('delivered'),
    failed: sum('failed'),
    filtered: sum('filtered'),
  }
}
