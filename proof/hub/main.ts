/** Tries a hub: processes that are killed, servers that lose what they had, and how fast it is. */
import { writePages } from '../pages.ts'
import type { Entry } from '../record.ts'
import { commandLine } from '../terminal.ts'
import { keepTrial, runTrials } from './run.ts'
import type { Tried } from './trial.ts'
import { trials } from './trials.ts'

const names = trials.map(({ name }) => name)
const usage = `npm run proof -- hub [--quick] [--record] [TRIAL…]

Tries a hub over PostgreSQL and nats-server, or the trials that are named. Some need root, for disks and networks of their own.
--quick has fewer rounds and rows. --record keeps what came of it, and writes docs/hub-reliability.md.

Trials:
  ${trials.map(({ name, claim }) => `${name.padEnd(16)}${claim}`).join('\n  ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values, names: asked } = commandLine({
    usage,
    args,
    names,
    options: { quick: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
  })
  const chosen = trials.filter(({ name }) => asked.length === 0 || asked.includes(name))
  const keep = (entry: Entry<Tried>) => {
    keepTrial(entry)
    writePages()
  }
  const entries = await runTrials(chosen, { isQuick: values.quick, ...(values.record && { keep }) })
  return entries.every(({ outcome }) => outcome?.reached)
}
