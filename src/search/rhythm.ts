/** At which hours and on which days people write, in local time. */
import { documentAt, secondOfDocument } from '../domain/search/match.ts'
import type { IndexReader } from '../store/search-index/reader.ts'
import type { Rhythm } from './protocol.ts'

/** Every time zone begins its hours on one of these. */
const quarterMs = 15 * 60_000
const beginningMs = secondOfDocument(0) * 1000
const idsInQuarter = documentAt(beginningMs + quarterMs)

export const noRhythm = (): Rhythm => ({ byHour: Array(24).fill(0), byDay: Array(7).fill(0) })

export function rhythmOf(reader: IndexReader, from: number): Rhythm {
  const { byHour, byDay } = noRhythm()
  // What has no date lies in the first stretch.
  for (const { stretch, count } of reader.stretches(Math.max(from, idsInQuarter), idsInQuarter)) {
    const moment = new Date(beginningMs + stretch * quarterMs)
    const [hour, day] = [moment.getHours(), (moment.getDay() + 6) % 7]
    byHour[hour] = (byHour[hour] ?? 0) + count
    byDay[day] = (byDay[day] ?? 0) + count
  }
  return { byHour, byDay }
}
