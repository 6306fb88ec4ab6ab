/** Formats the hours and days of a rule as a part of its sentence. */
import type { Rule } from '../../../src/contract/rule.ts'
import { type Weekday, weekdays } from '../../../src/contract/weekdays.ts'
import { locale, t } from '../../catalogue/texts.ts'

export type Times = Pick<Rule, 'hours' | 'days'>

export const wholeDay = '00:00-24:00'

/** Returns phrases such as `between 22:00 and 07:00` and `from Monday to Friday`; none for a rule without limits. */
export function timesOf({ hours, days }: Times): string[] {
  const [from, to] = (hours === wholeDay ? '' : (hours ?? '')).split('-')
  return [
    ...(from && to ? [t('rules.between', { from: clockTime(from), to: clockTime(to) })] : []),
    ...(days === null ? [] : [daysOf(days)]),
  ]
}

function daysOf(days: readonly Weekday[]): string {
  const inOrder = weekdays.filter((day) => days.includes(day))
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  const isRow = first !== undefined && last !== undefined && span(first, last) === inOrder.length - 1
  if (isRow && inOrder.length > 2)
    return t('rules.from_day_to_day', { first: weekdayName(first, 'long'), last: weekdayName(last, 'long') })
  const names = inOrder.map((day) => weekdayName(day, 'long'))
  return t('rules.on_days', { days: new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names) })
}

const span = (first: Weekday, last: Weekday): number => weekdays.indexOf(last) - weekdays.indexOf(first)

// Any Monday will do.
const mondayMs = Date.UTC(2026, 5, 1)

export const weekdayName = (day: Weekday, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(locale(), { weekday, timeZone: 'UTC' }).format(mondayMs + weekdays.indexOf(day) * 86_400_000)

/** Formats as `10:00 PM` or `22:00`, for the clock of the Mac and not that of the reader. */
const clockTime = (written: string): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.parse(`2026-06-01T${written.replace('24:', '00:')}:00Z`),
  )
