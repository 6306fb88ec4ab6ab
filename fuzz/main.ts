/** `npm run fuzz [-- TARGET…] [--seconds N] [--seed S] [--case N]`: tries everything that reads what others wrote, and says what did not hold. */
import { parseArgs } from 'node:util'
import { reported } from './reported.ts'
import { runTarget } from './run.ts'
import { targets } from './targets.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: `${Date.now()}` },
    case: { type: 'string' },
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
const limits =
  values.case === undefined
    ? { seed, seconds: Number(values.seconds), cases: Number.POSITIVE_INFINITY }
    : { seed, seconds: Number.POSITIVE_INFINITY, cases: 1, from: Number(values.case) }
process.stdout.write(`Seed ${seed}\n`)
for (const target of targets) {
  if (positionals.length > 0 && !positionals.includes(target.name)) continue
  const report = await runTarget(target, limits)
  process.stdout.write(reported(report, seed))
  if (report.failures.length > 0) process.exitCode = 1
}
