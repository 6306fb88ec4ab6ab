/** Runs trials of a hub over one set of filled tables. */
import { loadavg } from 'node:os'
import type { Entry } from '../record.ts'
import { tryAll } from '../trials.ts'
import { LoadedHub } from './bars/loaded-hub.ts'
import { type HubTrial, hubRecord, type Tried } from './trial.ts'
import { trials } from './trials.ts'

interface Asked {
  /** Whether to try fewer rounds and rows. */
  isQuick: boolean
  /** Called after each trial. */
  keep?(entry: Entry<Tried>): void
}

const names = trials.map(({ name }) => name)

export const keepTrial = (entry: Entry<Tried>): void => hubRecord.keep(entry, names)

export async function runTrials(chosen: readonly HubTrial[], { isQuick, keep }: Asked): Promise<Entry<Tried>[]> {
  await using loaded = new LoadedHub(isQuick)
  return await tryAll({
    trials: chosen.map(({ name, claim, target, run }) => ({
      name,
      title: `${name}: ${claim}. Target: ${target}`,
      run: async (): Promise<Tried> => ({ ...(await run({ isQuick, loaded })), isQuick, load: loadavg()[0] ?? 0 }),
    })),
    format: ({ figure, reached, load }, { seconds }) =>
      `    ${reached ? 'reached' : 'MISSED'}  ${figure}  (${seconds} s, load ${load.toFixed(1)})`,
    ...(keep && { keep }),
  })
}
