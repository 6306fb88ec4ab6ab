/** Every row, by what it is about. */

import type { Row, Subject } from './row.ts'
import { endurance } from './rows/endurance.ts'
import { plugins } from './rows/plugins.ts'

export const subjects: readonly Subject[] = [endurance, plugins]

export const rows: readonly Row[] = subjects
  .flatMap((subject) => subject.rows)
  .toSorted((one, other) => one.number - other.number)
