/** Tells the time zone of the Mac, also after it has travelled: a running program keeps the zone that it began in. */
import { readlinkSync } from 'node:fs'
import { timeZoneOfProcess } from '../base/time-zone.ts'

const readEveryMs = 60_000

/** Returns a function that tells an IANA name such as `Europe/Berlin`, for a system call once a minute. */
export function macTimeZone(link = '/etc/localtime', elapsedMs = () => performance.now()): () => string {
  const atStart = zoneOf(link)
  // Until the link changes, the zone of the process counts, which its environment can have set.
  const own = timeZoneOfProcess()
  let read = { zone: own, atMs: elapsedMs() }
  return () => {
    if (elapsedMs() - read.atMs >= readEveryMs) {
      const now = zoneOf(link)
      read = { zone: now === undefined || now === atStart ? own : now, atMs: elapsedMs() }
    }
    return read.zone
  }
}

/** macOS points the link at `/var/db/timezone/zoneinfo/Europe/Berlin`. */
function zoneOf(link: string): string | undefined {
  try {
    return readlinkSync(link).split('/zoneinfo/')[1]
  } catch {
    return undefined
  }
}
