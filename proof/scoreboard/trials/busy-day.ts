/** Runs eight hours of a busy day in 24 minutes, and keeps the outcome for its page. */
import { isClean } from '../../balance.ts'
import { busyDay } from '../../soak/day.ts'
import { keep } from '../../soak/keep.ts'
import { isLevel, type Level } from '../../soak/levels.ts'
import { recordOf } from '../../soak/record.ts'
import { shownLevel } from '../../soak/report.ts'
import { runSoak } from '../../soak/run.ts'
import type { Outcome } from '../row.ts'

export async function aBusyDay(): Promise<Outcome> {
  const given = { ...busyDay, seed: `${Date.now()}` }
  const outcome = await runSoak(given)
  const record = recordOf(given, outcome)
  keep(record)
  const { balance, levels, counts } = record
  const tooMuch = levels.filter((level) => !isLevel(level))
  const memory = levels.filter(({ unit }) => unit === 'MB an hour')
  const told = [...new Set([...memory, ...tooMuch])].map(lineOf).join(', ')
  return {
    figure: `${counts.messages?.toLocaleString('en')} messages: ${balance.lost} lost, ${balance.duplicated} doubled; ${told}; ${levels.length - tooMuch.length} of ${levels.length} hold ([soak.md](soak.md))`,
    reached: isClean(outcome.balance) && tooMuch.length === 0,
  }
}

const lineOf = (level: Level): string => `${level.what} ${shownLevel(level)}`
