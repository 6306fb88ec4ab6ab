/** Runs a busy day in some minutes; ends with what was lost or doubled, and with whether everything levels off. */
import { writePages } from '../pages.ts'
import type { Entry } from '../record.ts'
import { commandLine, progressLine } from '../terminal.ts'
import { tryAll } from '../trials.ts'
import { busyDay } from './day.ts'
import { type Day, dayTrial, isLevelDay, keepDay } from './record.ts'
import { formatDay, formatGrowth } from './report.ts'

const usage = `npm run proof -- soak [--hours H] [--minutes M] [--per-hour N] [--seed S] [--heap] [--keep]

Lives through H hours of a busy day in M minutes, and tells whether memory, files and logs level off. --heap tells of which
objects the heaps of bridge and web process gained most in the second half. --keep writes the record, the picture and
docs/soak.md.`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values } = commandLine({
    usage,
    args,
    options: {
      hours: { type: 'string', default: `${busyDay.hours}` },
      minutes: { type: 'string', default: `${busyDay.minutes}` },
      seed: { type: 'string', default: `${Date.now()}` },
      'per-hour': { type: 'string', default: `${busyDay.perHour}` },
      heap: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  })
  const { hours, minutes, seed, 'per-hour': perHour } = values
  process.stdout.write(`Seed ${seed}\n`)
  const progress = progressLine()
  const day = dayTrial({
    hours: Number(hours),
    minutes: Number(minutes),
    perHour: Number(perHour),
    seed,
    onSample: ({ atH, messages }) => progress.now(`${atH.toFixed(2)} h, ${messages} messages`),
    onIncident: ({ atH, incident }) => progress.line(`${atH.toFixed(2)} h  ${incident}`),
    ...(values.heap && {
      onHeapGrowth: (process, growth) => progress.line(`\n${process}\n${formatGrowth(growth)}\n`),
    }),
  })
  const keep = (entry: Entry<Day>) => {
    keepDay(entry)
    writePages()
  }
  const entries = await tryAll({ trials: [day], format: formatDay, ...(values.keep && { keep }) })
  return entries.every(({ outcome }) => outcome && isLevelDay(outcome))
}
