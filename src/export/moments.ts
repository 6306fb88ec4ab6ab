/** Formats days and times for people, by the clock of this machine. */

export interface Moments {
  /** Returns, for example, `Monday, 17 March 2025`. */
  day(ts: string): string
  /** Equal for two times of the same day. */
  dayKey(ts: string): string
  /** Returns, for example, `18:30`. */
  time(ts: string): string
  /** Returns, for example, `17 March 2025, 18:30`. */
  whole(ts: string): string
  zone: string
}

const language = 'en-GB'
const date = { day: 'numeric', month: 'long', year: 'numeric' } as const

export function localMoments(): Moments {
  const days = new Intl.DateTimeFormat(language, { weekday: 'long', ...date })
  const dates = new Intl.DateTimeFormat(language, date)
  // Caches the last date, since messages come in order of days and formatting costs more than everything else done for
  // one.
  let last = { key: '', date: '' }
  const dateOf = (moment: Date): string => {
    const key = keyOf(moment)
    if (key !== last.key) last = { key, date: dates.format(moment) }
    return last.date
  }
  return {
    day: (ts) => days.format(new Date(ts)),
    dayKey: (ts) => keyOf(new Date(ts)),
    time: (ts) => timeOf(new Date(ts)),
    whole(ts) {
      const moment = new Date(ts)
      return `${dateOf(moment)}, ${timeOf(moment)}`
    },
    zone: days.resolvedOptions().timeZone,
  }
}

const keyOf = (moment: Date): string => `${moment.getFullYear()}-${moment.getMonth()}-${moment.getDate()}`
const timeOf = (moment: Date): string => `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
const twoDigits = (number: number): string => String(number).padStart(2, '0')
