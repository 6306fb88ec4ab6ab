/** Runs eight hours of a busy day in 24 minutes, and keeps the outcome for its page. */
import { busyDay } from '../../soak/day.ts'
import { isLevel, type Level } from '../../soak/levels.ts'
import { dayTrial, isLevelDay, keepDay } from '../../soak/record.ts'
import { formatDay, shownLevel } from '../../soak/report.ts'
import { tryAll } from '../../trials.ts'
import type { Outcome } from '../row.ts'

export async function aBusyDay(): Promise<Outcome> {
  const trials = [dayTrial({ ...busyDay, seed: `${Date.now()}` })]
  const [{ outcome: day, failed } = {}] = await tryAll({ trials, format: formatDay, keep: keepDay })
  if (day === undefined) throw new Error(failed)
  const { balance, levels, counts } = day
  const tooMuch = levels.filter((level) => !isLevel(level))
  const memory = levels.filter(({ unit }) => unit === 'MB an hour')
  const told = [...new Set([...memory, ...tooMuch])].map(lineOf).join(', ')
  return {
    figure: `${counts.messages?.toLocaleString('en')} messages: ${balance.lost} lost, ${balance.duplicated} doubled; ${told}; ${levels.length - tooMuch.length} of ${levels.length} hold ([soak.md](soak.md))`,
    reached: isLevelDay(day),
  }
}

const lineOf = (level: Level): string => `${level.what} ${shownLevel(level)}`
