/** Days and times as a person reads them, by the clock of this machine. */

export interface Moments {
  /** `Monday, 17 March 2025` */
  day(ts: string): string
  /** `2025-03-17`, equal for what is of the same day. */
  dayKey(ts: string): string
  /** `18:30` */
  time(ts: string): string
  /** `17 March 2025, 18:30` */
  whole(ts: string): string
  zone: string
}

const language = 'en-GB'

/** Of this machine unless told otherwise. */
export function momentsIn(timeZone?: string): Moments {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { timeZone, ...options })
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const [days, times] = [format({ weekday: 'long', ...date }), format({ hour: '2-digit', minute: '2-digit' })]
  const wholes = format({ ...date, hour: '2-digit', minute: '2-digit' })
  const keys = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return {
    day: (ts) => days.format(new Date(ts)),
    dayKey: (ts) => keys.format(new Date(ts)),
    time: (ts) => times.format(new Date(ts)),
    whole: (ts) => wholes.format(new Date(ts)),
    zone: times.resolvedOptions().timeZone,
  }
}
