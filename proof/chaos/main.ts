/** Makes everything fail that can, and ends with what was lost, doubled or reported wrongly. */
import { balanceLines, isClean } from '../balance.ts'
import type { Entry } from '../record.ts'
import { commandLine, progressLine } from '../terminal.ts'
import { tryAll } from '../trials.ts'
import { faults } from './faults.ts'
import { type Outcome, runChaos } from './run.ts'

const usage = `npm run proof -- chaos [--rounds N] [--seed S] [FAULT…]

Lets things go wrong one after the other, 500 times or N, while people talk and somebody sends; then counts what was lost,
doubled or wrongly told. The same seed has the same things happen.

Faults:
  ${Object.keys(faults).join('\n  ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values, names } = commandLine({
    usage,
    args,
    names: Object.keys(faults),
    options: { rounds: { type: 'string', default: '500' }, seed: { type: 'string', default: `${Date.now()}` } },
  })
  const { seed } = values
  process.stdout.write(`Seed ${seed}\n`)
  const progress = progressLine()
  const run = async () => {
    const onRound = (round: number, name: string) => progress.now(`${round + 1} ${name}`)
    const outcome = await runChaos({
      seed,
      rounds: Number(values.rounds),
      onRound,
      ...(names.length > 0 && { names }),
    })
    progress.clear()
    return outcome
  }
  const entries = await tryAll({ trials: [{ name: 'chaos', run }], format: formatOutcome })
  return entries.every(({ outcome }) => outcome && isClean(outcome.balance))
}

const formatOutcome = ({ faults, said, ordered, waitedFor, balance }: Outcome, { seconds }: Entry<Outcome>): string =>
  [
    ...Object.entries(faults).map(([name, count]) => `${`${count}`.padStart(5)} × ${name}`),
    `${said} messages and ${ordered} sends in ${(seconds / 60).toFixed(1)} minutes`,
    ...waitedFor,
    ...balanceLines(balance),
  ].join('\n')
