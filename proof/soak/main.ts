/** Runs a busy day in some minutes; ends with what was lost or doubled, and with whether everything levels off. */
import { isClean } from '../balance.ts'
import { commandLine, progressLine } from '../terminal.ts'
import { busyDay } from './day.ts'
import { keep } from './keep.ts'
import { isLevel, levelsOf } from './levels.ts'
import { recordOf } from './record.ts'
import { reported } from './report.ts'
import { runSoak } from './run.ts'

const usage = `npm run proof -- soak [--hours H] [--minutes M] [--per-hour N] [--seed S] [--keep]

Lives through H hours of a busy day in M minutes, and tells whether memory, files and logs level off. --keep writes the
record, the picture and docs/soak.md.`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values } = commandLine({
    ...{ usage, args },
    options: {
      hours: { type: 'string', default: `${busyDay.hours}` },
      minutes: { type: 'string', default: `${busyDay.minutes}` },
      seed: { type: 'string', default: `${Date.now()}` },
      'per-hour': { type: 'string', default: `${busyDay.perHour}` },
      keep: { type: 'boolean', default: false },
    },
  })
  const { hours, minutes, seed, 'per-hour': perHour } = values
  const given = { hours: Number(hours), minutes: Number(minutes), perHour: Number(perHour), seed }
  process.stdout.write(`Seed ${seed}\n`)
  const progress = progressLine()
  const outcome = await runSoak({
    ...given,
    onSample: ({ atH, messages }) => progress.now(`${atH.toFixed(2)} h, ${messages} messages`),
    onIncident: ({ atH, incident }) => progress.line(`${atH.toFixed(2)} h  ${incident}`),
  })
  progress.clear()
  const record = recordOf(given, outcome)
  process.stdout.write(reported(record))
  for (const trouble of outcome.troubles.slice(0, 20)) process.stdout.write(`trouble: ${trouble}\n`)
  if (values.keep) keep(record)
  return isClean(outcome.balance) && levelsOf(outcome.samples).every(isLevel)
}
