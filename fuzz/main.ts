/** `npm run fuzz [-- TARGET…] [--seconds N | --cases N] [--seed S] [--case N] [--json]`: tries everything that reads what others wrote, and says what did not hold. */
import { parseArgs } from 'node:util'
import { inJson, reported } from './reported.ts'
import { runTarget } from './run.ts'
import { targets } from './targets.ts'

const { values, positionals } = parseArgs({
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
