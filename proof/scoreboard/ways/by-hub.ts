/** Rows that trials of a hub decide. The outcomes stay in the record of those trials, so that both pages tell the same. */
import { keepTrial, runTrials } from '../../hub/run.ts'
import { hubRecord, type Tried } from '../../hub/trial.ts'
import { trials } from '../../hub/trials.ts'
import type { Entry } from '../../record.ts'
import type { Outcome, Row, TriedRow } from '../row.ts'

/** Returns a row's way to try these trials and to read what came of them; all of them have to reach their targets. */
export function byHub(...names: readonly string[]): Pick<Row, 'run' | 'keptElsewhere'> {
  const chosen = names.map((name) => {
    const trial = trials.find((one) => one.name === name)
    if (trial === undefined) throw new Error(`There is no trial ${name} of a hub.`)
    return trial
  })
  return {
    async run() {
      const { outcome, failed } = together(await runTrials(chosen, { isQuick: false, keep: keepTrial }))
      if (outcome === undefined) throw new Error(failed)
      return outcome
    },
    keptElsewhere() {
      const entries = hubRecord.entries().filter(({ trial }) => names.includes(trial))
      return entries.length === names.length ? together(entries) : undefined
    },
  }
}

/** Makes one entry of those of several trials, of the day when the first was tried. */
export function together(entries: readonly Entry<Tried>[]): Omit<TriedRow, 'trial'> {
  const [first] = entries.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  if (first === undefined) throw new Error('A row is decided by at least one trial.')
  const { at, machine, commit } = first
  const about = { at, machine, commit, seconds: entries.reduce((sum, { seconds }) => sum + seconds, 0) }
  const broken = entries.find(({ outcome }) => outcome === undefined)
  return broken === undefined ? { ...about, outcome: joined(entries) } : { ...about, failed: broken.failed ?? '' }
}

function joined(entries: readonly Entry<Tried>[]): Outcome {
  const outcomes = entries.flatMap(({ outcome }) => outcome ?? [])
  return {
    figure: outcomes.map(({ figure, isQuick }) => `${figure}${isQuick ? ' (fewer rounds)' : ''}`).join('; '),
    reached: outcomes.every(({ reached, isQuick }) => reached && !isQuick),
  }
}
