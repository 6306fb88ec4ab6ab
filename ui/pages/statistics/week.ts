/** Orders days by the reader's week and names hours and days. */

interface WeekInfo {
  firstDay: number
}
type WithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/** 0 is Monday. */
export function firstDayOf(locale: string): number {
  const own = new Intl.Locale(locale) as WithWeek
  return ((own.getWeekInfo?.() ?? own.weekInfo)?.firstDay ?? 1) - 1
}

/** `values` begins with Monday. */
export const inWeekOrder = <T>(values: readonly T[], firstDay: number): T[] => [
  ...values.slice(firstDay),
  ...values.slice(0, firstDay),
]

/** Starts at 1 January 2024, which was a Monday. */
export const dayNames = (locale: string, style: 'short' | 'long'): string[] =>
  Array.from({ length: 7 }, (_, day) =>
    new Date(Date.UTC(2024, 0, 1 + day)).toLocaleDateString(locale, { weekday: style, timeZone: 'UTC' }),
  )

export const hourName = (locale: string, hour: number): string =>
  new Date(Date.UTC(2024, 0, 1, hour)).toLocaleTimeString(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
