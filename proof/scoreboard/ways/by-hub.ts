/** Rows that trials of a hub decide: all of them have to reach their targets. */
import { LoadedHub } from '../../hub/bars/loaded-hub.ts'
import { trials } from '../../hub/trials.ts'
import type { Outcome } from '../row.ts'

export const byHub =
  (...names: readonly string[]) =>
  async (): Promise<Outcome> => {
    await using loaded = new LoadedHub(false)
    const outcomes: Outcome[] = []
    for (const name of names) {
      const trial = trials.find((one) => one.name === name)
      if (trial === undefined) throw new Error(`There is no trial ${name} of a hub.`)
      outcomes.push(await trial.run({ isQuick: false, loaded }))
    }
    return {
      figure: outcomes.map(({ figure }) => figure).join('; '),
      reached: outcomes.every(({ reached }) => reached),
    }
  }
