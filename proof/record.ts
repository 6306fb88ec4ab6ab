/**
 * Keeps the last outcome of each trial of a proof in its `record.json`, a line for each. The pages of the documentation
 * are made of these files.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The outcome of one trial, and where, when and on what it was tried. */
export interface Entry<Outcome> {
  trial: string
  /** The start, ISO 8601 to the minute. Some older entries have only the day. */
  at: string
  /** Processor, cores, memory, Node. */
  machine: string
  commit: string
  seconds: number
  /** Milliseconds of a fixed calculation just before, which shows how fast the machine was at that moment. */
  paceMs?: number
  outcome?: Outcome
  /** Why there is no outcome, in one line. */
  failed?: string
}

export class ProofRecord<Outcome> {
  readonly #file: URL

  constructor(proof: 'bench' | 'compat' | 'hub' | 'journeys' | 'judges' | 'scoreboard' | 'soak') {
    this.#file = new URL(`${proof}/record.json`, import.meta.url)
  }

  entries(): Entry<Outcome>[] {
    return existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : []
  }

  /** Replaces the entry of the same trial. Only entries of these trials remain, in their order. */
  keep(entry: Entry<Outcome>, trials: readonly string[]): void {
    const kept = withEntry(this.entries(), entry, trials).map((each) => JSON.stringify(each, toFourDigits))
    writeFileSync(this.#file, `[\n${kept.join(',\n')}\n]\n`)
  }
}

export const withEntry = <Outcome>(
  entries: readonly Entry<Outcome>[],
  entry: Entry<Outcome>,
  trials: readonly string[],
): Entry<Outcome>[] => trials.flatMap((name) => [entry, ...entries].find(({ trial }) => trial === name) ?? [])

/** Four digits are all the precision that a measurement has. */
const toFourDigits = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(4))
}
