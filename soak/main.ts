/**
 * `npm run soak [-- --hours N] [--minutes M] [--seed S] [--per-hour N] [--keep]` runs a busy day in some minutes; ends
 * with what was lost or doubled, and with whether everything levels off.
 */
import { isClean } from '../chaos/balance.ts'
import { commandLine } from '../test/harness/command-line.ts'
import { progressLine } from '../test/harness/progress-line.ts'
import { busyDay } from './busy-day.ts'
import { keep } from './keep.ts'
import { isLevel, levelsOf } from './levels.ts'
import { recordOf } from './record.ts'
import { reported } from './reported.ts'
import { runSoak } from './run.ts'

const usage = `npm run soak [-- --hours H] [--minutes M] [--per-hour N] [--seed S] [--keep]

Lives through H hours of a busy day in M minutes, and tells whether memory, files and logs level off. --keep writes the
record, the picture and docs/soak.md.`
const { values } = commandLine(usage, {
  options: {
    hours: { type: 'string', default: `${busyDay.hours}` },
    minutes: { type: 'string', default: `${busyDay.minutes}` },
    seed: { type: 'string', default: `${Date.now()}` },
    'per-hour': { type: 'string', default: `${busyDay.perHour}` },
    // Writes the record, the picture and the page of the documentation.
    keep: { type: 'boolean', default: false },
  },
})
const given = {
  hours: Number(values.hours),
  minutes: Number(values.minutes),
  perHour: Number(values['per-hour']),
  seed: values.seed,
}
process.stdout.write(`Seed ${given.seed}\n`)
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
process.exitCode = isClean(outcome.balance) && levelsOf(outcome.samples).every(isLevel) ? 0 : 1
