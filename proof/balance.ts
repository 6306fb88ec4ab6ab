/** Compares what was written and ordered with what arrived and was sent. */
import { landedStates } from '../src/contract/send.ts'

export interface Ledger {
  /** Every text that people wrote, by person, in order. */
  said: ReadonlyMap<string, readonly string[]>
  /** The deliveries that the receiver accepted, in order; the id is that of the delivery. */
  arrived: readonly { text: string | null; id: string }[]
  /**
   * Texts that were ordered to be sent, with the state that the service reports for each; undefined if it reports none.
   */
  ordered: ReadonlyMap<string, string | undefined>
  /** Texts that were sent, as Messages has them. */
  wentOut: readonly (string | null)[]
}

export interface Balance {
  lost: string[]
  /** Old messages that arrived as if they had just been written. */
  replayed: string[]
  /** Texts that arrived more than once as separate deliveries. */
  duplicated: string[]
  /** Texts that arrived after a later text of the same person. */
  outOfOrder: string[]
  /** Deliveries that arrived more than once under the same id, by which a receiver recognises them. */
  repeated: number
  sentTwice: string[]
  /** Texts that were sent although the service reports that they were not, or the other way round. */
  wronglyTold: string[]
  /** Sends that the service itself reports as uncertain. */
  uncertain: number
}

export function balanceOf({ said, arrived, ordered, wentOut }: Ledger): Balance {
  const idsOf = new Map<string, string[]>()
  for (const { text, id } of arrived) idsOf.set(text ?? '', [...(idsOf.get(text ?? '') ?? []), id])
  const everything = new Set([...said.values()].flat())
  const times = (text: string) => wentOut.filter((one) => one === text).length
  const isWrong = ([text, state = 'nothing']: [string, string | undefined]) =>
    state !== 'uncertain' && landedStates.includes(state) !== times(text) > 0
  return {
    lost: [...everything].filter((text) => !idsOf.has(text)),
    replayed: [...idsOf.keys()].filter((text) => !everything.has(text)),
    duplicated: [...idsOf].flatMap(([text, ids]) => (new Set(ids).size > 1 ? [text] : [])),
    outOfOrder: [...said.values()].flatMap((texts) => misplaced(texts, arrived)),
    repeated: [...idsOf.values()].reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0),
    sentTwice: [...ordered.keys()].filter((text) => times(text) > 1),
    wronglyTold: [...ordered].filter(isWrong).map(([text, state]) => `${text}: ${state}, went ${times(text)} ×`),
    uncertain: [...ordered.values()].filter((state) => state === 'uncertain').length,
  }
}

/** Compares the first arrivals of each text. */
function misplaced(texts: readonly string[], arrived: Ledger['arrived']): string[] {
  const place = new Map(texts.map((text, index) => [text, index]))
  const first = [...new Set(arrived.map(({ text }) => text ?? ''))].filter((text) => place.has(text))
  let highest = -1
  return first.filter((text) => {
    const index = place.get(text) ?? 0
    const isLate = index < highest
    highest = Math.max(highest, index)
    return isLate
  })
}

export type BalanceCounts = Record<keyof Balance, number>

const sizeOf = (found: number | readonly string[]): number => (typeof found === 'number' ? found : found.length)

export const countsOf = (balance: Balance): BalanceCounts =>
  Object.fromEntries(Object.entries(balance).map(([what, found]) => [what, sizeOf(found)])) as BalanceCounts

/**
 * Whether nothing went wrong. What the service itself admits is no fault: a repeated delivery under the same id, an
 * uncertain send.
 */
export const isClean = ({ repeated: _, uncertain: __, ...faults }: Balance | BalanceCounts): boolean =>
  Object.values(faults).every((found) => sizeOf(found) === 0)

const mostExamples = 10

/** Returns a line for each kind of fault, with some examples, and for what is no fault. */
export function balanceLines({ repeated, uncertain, ...faults }: Balance | BalanceCounts): string[] {
  const examples = (found: number | readonly string[]) =>
    typeof found === 'number' || found.length === 0 ? '' : ` (${found.slice(0, mostExamples).join(' | ')})`
  return [
    ...Object.entries(faults).map(([what, found]) => `${what}: ${sizeOf(found)}${examples(found)}`),
    `came again under their own id: ${repeated}`,
    `uncertain, and said so: ${uncertain}`,
  ]
}
