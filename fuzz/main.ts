/**
 * `npm run fuzz [-- TARGET…] [--seconds N | --cases N] [--seed S] [--case N] [--json]` tries everything that reads
 * foreign input, and reports what failed.
 */
import { commandLine } from '../test/harness/command-line.ts'
import { inJson, reported } from './reported.ts'
import { runTarget } from './run.ts'
import { targets } from './targets.ts'

const usage = `npm run fuzz [-- TARGET…] [--seconds N] [--seed S] [--cases N] [--case N] [--json]

Gives damaged input to each target, or to those named, for 20 seconds or N. --seed and --case give one case again.

Targets: ${targets.map(({ name }) => name).join(', ')}`
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: `${Date.now()}` },
    cases: { type: 'string' },
    case: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !targets.some((target) => target.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `Nothing is called ${unknown.join(', ')}; there is ${targets.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(2)
}
const { seed } = values
const endless = Number.POSITIVE_INFINITY
const limits = {
  ...{ seed, seconds: endless, cases: endless },
  ...(values.case !== undefined
    ? { cases: 1, from: Number(values.case) }
    : values.cases !== undefined
      ? { cases: Number(values.cases) }
      : { seconds: Number(values.seconds) }),
}
if (!values.json) process.stdout.write(`Seed ${seed}\n`)
for (const target of targets) {
  if (positionals.length > 0 && !positionals.includes(target.name)) continue
  const report = await runTarget(target, limits)
  process.stdout.write(values.json ? inJson(report, seed) : reported(report, seed))
  if (report.failures.length > 0) process.exitCode = 1
}
