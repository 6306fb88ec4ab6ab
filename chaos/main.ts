/**
 * `npm run chaos [-- --rounds N] [--seed S] [MISHAP…]` makes everything fail that can, and ends with what was lost,
 * doubled or reported wrongly.
 */
import { commandLine } from '../test/harness/command-line.ts'
import { progressLine } from '../test/harness/progress-line.ts'
import { isClean } from './balance.ts'
import { mishaps } from './mishaps.ts'
import { runChaos } from './run.ts'

const usage = `npm run chaos [-- --rounds N] [--seed S] [MISHAP…]

Lets things go wrong one after the other, 500 times or N, while people talk and somebody sends; then counts what was lost,
doubled or wrongly told. The same seed has the same things happen.

Mishaps:
  ${Object.keys(mishaps).join('\n  ')}`
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '500' }, seed: { type: 'string', default: `${Date.now()}` } },
})
const unknown = positionals.filter((name) => !Object.hasOwn(mishaps, name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}.\n\n${usage}\n`)
  process.exit(2)
}
const { seed } = values
process.stdout.write(`Seed ${seed}\n`)
const progress = progressLine()
const beganMs = performance.now()
const outcome = await runChaos({
  ...{ seed, rounds: Number(values.rounds) },
  ...(positionals.length > 0 && { names: positionals }),
  onRound: (round, name) => progress.now(`${round + 1} ${name}`),
}).catch(toldWhole)
progress.clear()
for (const [name, count] of Object.entries(outcome.mishaps))
  process.stdout.write(`${`${count}`.padStart(5)} × ${name}\n`)
const { balance, said, ordered, waitedFor } = outcome
const { repeated, uncertain, ...faults } = balance
const minutes = (performance.now() - beganMs) / 60_000
process.stdout.write(`${said} messages and ${ordered} sends in ${minutes.toFixed(1)} minutes\n`)
for (const sentence of waitedFor) process.stdout.write(`${sentence}\n`)
for (const [fault, texts] of Object.entries(faults))
  process.stdout.write(`${fault}: ${texts.length}${texts.length > 0 ? ` (${texts.slice(0, 10).join(' | ')})` : ''}\n`)
process.stdout.write(`came again under their own id: ${repeated}\nuncertain, and said so: ${uncertain}\n`)
process.exitCode = isClean(balance) ? 0 : 1

/** When one error suppresses another, Node prints only that it did, and neither of the two. */
function toldWhole(error: unknown): never {
  if (!(error instanceof SuppressedError)) throw error
  throw new AggregateError([error.suppressed, error.error], 'The trial broke off, and so did ending it')
}
