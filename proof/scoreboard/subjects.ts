/** Lists every row, by subject. */
import type { Row, Subject } from './row.ts'
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
