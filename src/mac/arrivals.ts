/** Reads when messages came: their dates alone, from the index on them. */
import { toUnixMs, unixMsToAppleNs } from '../apple/apple-time.ts'
import type { ChatDb } from './chat-db.ts'

/** More messages than this in eight weeks give no further information. */
const most = 20_000

/** Unix milliseconds of the newest messages of others since `sinceMs`, newest first. */
export function readArrivals({ db }: ChatDb): (sinceMs: number) => number[] {
  const dates = db.prepare(
    `SELECT date FROM message WHERE date >= ? AND is_from_me = 0 ORDER BY date DESC LIMIT ${most}`,
  )
  dates.setReadBigInts(true)
  return (sinceMs) => dates.all(unixMsToAppleNs(sinceMs)).flatMap(({ date }) => toUnixMs(date as bigint | null) ?? [])
}
