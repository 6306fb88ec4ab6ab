/** Lists every row, by subject, and what last came of each. */
import { type Row, type Subject, scoreboardRecord, type TriedRow } from './row.ts'
import { endurance } from './rows/endurance.ts'
import { faults } from './rows/faults.ts'
import { hubs } from './rows/hubs.ts'
import { plugins } from './rows/plugins.ts'
import { releases } from './rows/releases.ts'
import { requests } from './rows/requests.ts'
import { speed } from './rows/speed.ts'
import { strangers } from './rows/strangers.ts'

export const subjects: readonly Subject[] = [faults, plugins, requests, strangers, hubs, releases, speed, endurance]

export const rows: readonly Row[] = subjects
  .flatMap((subject) => subject.rows)
  .toSorted((one, other) => one.number - other.number)

/** The rows that were tried, in their order. */
export function triedRows(): TriedRow[] {
  const own = scoreboardRecord.entries()
  return rows.flatMap(({ number, keptElsewhere }) => {
    if (keptElsewhere === undefined) return own.find(({ trial }) => trial === `${number}`) ?? []
    const entry = keptElsewhere()
    return entry === undefined ? [] : { trial: `${number}`, ...entry }
  })
}
