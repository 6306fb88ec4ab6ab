/** Tries a hub: processes that are killed, servers that lose what they had, and how fast it is. */
import { loadavg } from 'node:os'
import { writePages } from '../pages.ts'
import { commandLine } from '../terminal.ts'
import { tryAll } from '../trials.ts'
import { LoadedHub } from './bars/loaded-hub.ts'
import { hubRecord, type Tried } from './trial.ts'
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
  const { quick: isQuick, record } = values
  const chosen = trials.filter(({ name }) => asked.length === 0 || asked.includes(name))
  await using loaded = new LoadedHub(isQuick)
  const entries = await tryAll({
    trials: chosen.map(({ name, claim, target, run }) => ({
      name,
      title: `${name}: ${claim}. Target: ${target}`,
      run: async (): Promise<Tried> => ({ ...(await run({ isQuick, loaded })), isQuick, load: loadavg()[0] ?? 0 }),
    })),
    format: ({ figure, reached, load }, { seconds }) =>
      `    ${reached ? 'reached' : 'MISSED'}  ${figure}  (${seconds} s, load ${load.toFixed(1)})`,
    keep(entry) {
      if (!record) return
      hubRecord.keep(entry, names)
      writePages()
    },
  })
  return entries.every(({ outcome }) => outcome?.reached)
}
