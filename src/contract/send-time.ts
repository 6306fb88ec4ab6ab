/** The time at which a message is to be sent, as requests write it; has no schemas, so that the browser can load it. */

const date = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const clock = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?'
const zone = '(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)'

/** A moment with its time zone, since a time without one means another moment elsewhere; or a duration from now. */
export const sendTimePattern = `^(${date}T${clock}${zone}|P\\d{1,3}D|PT\\d{1,6}[HMS])$`

const duration = /^PT?(\d+)([DHMS])$/
const unitMs: Readonly<Record<string, number>> = { D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 }

/** Returns Unix milliseconds; undefined for a day that no calendar has, like 31 February. */
export function sendTimeMs(written: string, nowMs: number): number | undefined {
  const [, count, unit = ''] = duration.exec(written) ?? []
  if (count !== undefined) return nowMs + Number(count) * (unitMs[unit] ?? 0)
  const atMs = Date.parse(written)
  return Number.isNaN(atMs) || !isOnCalendar(written) ? undefined : atMs
}

/** `Date.parse` moves 30 February to March. */
function isOnCalendar(written: string): boolean {
  const [year = 0, month = 0, day = 0] = written.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}
