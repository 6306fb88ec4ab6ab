/** Makes everything fail that can, and ends with what was lost, doubled or reported wrongly. */
import { isClean } from '../balance.ts'
import { commandLine, progressLine } from '../terminal.ts'
import { faults } from './faults.ts'
import { runChaos } from './run.ts'

const usage = `npm run proof -- chaos [--rounds N] [--seed S] [FAULT…]

Lets things go wrong one after the other, 500 times or N, while people talk and somebody sends; then counts what was lost,
doubled or wrongly told. The same seed has the same things happen.

Faults:
  ${Object.keys(faults).join('\n  ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values, names } = commandLine({
    ...{ usage, args, names: Object.keys(faults) },
    options: { rounds: { type: 'string', default: '500' }, seed: { type: 'string', default: `${Date.now()}` } },
  })
  const { seed } = values
  process.stdout.write(`Seed ${seed}\n`)
  const progress = progressLine()
  const startMs = performance.now()
  const outcome = await runChaos({
    ...{ seed, rounds: Number(values.rounds) },
    ...(names.length > 0 && { names }),
    onRound: (round, name) => progress.now(`${round + 1} ${name}`),
  }).catch(throwBoth)
  progress.clear()
  const { balance, said, ordered, waitedFor } = outcome
  const { repeated, uncertain, ...wrong } = balance
  const minutes = (performance.now() - startMs) / 60_000
  const lines = [
    ...Object.entries(outcome.faults).map(([name, count]) => `${`${count}`.padStart(5)} × ${name}`),
    `${said} messages and ${ordered} sends in ${minutes.toFixed(1)} minutes`,
    ...waitedFor,
    ...Object.entries(wrong).map(([what, texts]) =>
      `${what}: ${texts.length} ${texts.length > 0 ? `(${texts.slice(0, 10).join(' | ')})` : ''}`.trimEnd(),
    ),
    `came again under their own id: ${repeated}`,
    `uncertain, and said so: ${uncertain}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return isClean(balance)
}

/** When one error suppresses another, Node prints only that it did, and neither of the two. */
function throwBoth(error: unknown): never {
  if (!(error instanceof SuppressedError)) throw error
  throw new AggregateError([error.suppressed, error.error], 'The trial broke off, and so did ending it')
}
