/** Decides which stretch of a conversation is printed. */
import { dayIn } from '../thread/dates/months.ts'

export const periods = ['week', 'month', 'year', 'all', 'between'] as const
export type Period = (typeof periods)[number]

export interface Stretch {
  /** The first moment. */
  from: Date
  /** The first moment that is not printed any more. */
  to: Date
}

export interface Chosen {
  period: Period
  /** Days as a date field writes them. */
  fromDay: string
  toDay: string
}

const days: Readonly<Partial<Record<Period, number>>> = { week: 7, month: 30, year: 365 }

/** Whole days, ending with today. Returns undefined while days are missing or in the wrong order. */
export function stretchOf({ period, fromDay, toDay }: Chosen, now: Date): Stretch | undefined {
  const tomorrow = dayAfter(now)
  if (period === 'all') return { from: new Date(0), to: tomorrow }
  const count = days[period]
  if (count !== undefined)
    return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1), to: tomorrow }
  const [from, last] = [dayIn(fromDay), dayIn(toDay)]
  if (from === undefined || last === undefined || last < from) return undefined
  return { from, to: dayAfter(last) }
}

const dayAfter = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1)
