/** Reads a time to come as people type it: a date and a time of day, a time of day, or a while from now; in local time. */

const moment = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{1,2}):(\d{2})$/
const timeOfDay = /^(\d{1,2}):(\d{2})$/
const aWhile = /^(\d{1,5})\s?(s|m|h|d)$/
const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Returns Unix milliseconds; undefined for anything else, and for a time that the clocks skip when summer time begins. A
 * time of day that has passed means tomorrow.
 */
export function writtenTimeMs(written: string, nowMs: number): number | undefined {
  const text = written.trim()
  const [, count, unit] = aWhile.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return nowMs + Number(count) * (unitMs[unit] ?? 0)
  const [, hours, minutes] = timeOfDay.exec(text) ?? []
  if (hours !== undefined && minutes !== undefined) return nextTimeMs(Number(hours), Number(minutes), nowMs)
  const parts = moment.exec(text)?.slice(1).map(Number)
  if (parts !== undefined) return localMs(parts)
  return hasZone.test(text) ? numberOrNothing(Date.parse(text)) : undefined
}

const hasZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const numberOrNothing = (ms: number): number | undefined => (Number.isNaN(ms) ? undefined : ms)

function nextTimeMs(hours: number, minutes: number, nowMs: number): number | undefined {
  const today = new Date(nowMs)
  const [year, month, day] = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
  const todayMs = localMs([year, month, day, hours, minutes])
  if (todayMs === undefined || todayMs > nowMs) return todayMs
  const tomorrow = new Date(year, month - 1, day + 1)
  return localMs([tomorrow.getFullYear(), tomorrow.getMonth() + 1, tomorrow.getDate(), hours, minutes])
}

/** Undefined for a time that does not exist: `Date` would move it to another one. */
function localMs([year = 0, month = 0, day = 0, hours = 0, minutes = 0]: readonly number[]): number | undefined {
  const at = new Date(year, month - 1, day, hours, minutes)
  const isSame = at.getMonth() === month - 1 && at.getDate() === day
  return isSame && at.getHours() === hours && at.getMinutes() === minutes ? at.getTime() : undefined
}
