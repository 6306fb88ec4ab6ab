/** What was said and ordered, against what arrived and went out. */

export interface Ledger {
  /** Every text that somebody wrote, by person, in order. */
  said: ReadonlyMap<string, readonly string[]>
  /** What the receiver took, in order; the id is that of the delivery. */
  arrived: readonly { text: string | null; id: string }[]
  /** Texts that were ordered to be sent, and what the service says became of each; undefined: it says nothing. */
  ordered: ReadonlyMap<string, string | undefined>
  /** Texts that went out, as Messages has them. */
  wentOut: readonly (string | null)[]
}

export interface Balance {
  lost: string[]
  /** Old messages, taken as if somebody had just written them. */
  replayed: string[]
  /** Taken more than once as if it were another delivery. */
  duplicated: string[]
  /** Of one person, taken after a later one. */
  outOfOrder: string[]
  /** Taken more than once under the id that it had, by which a receiver knows it. */
  repeated: number
  sentTwice: string[]
  /** Went out although the service says that it did not, or the other way round. */
  wronglyTold: string[]
  /** Of which the service says itself that nobody can tell. */
  uncertain: number
}

const went = ['landed', 'sent', 'delivered', 'read']

export function balanceOf({ said, arrived, ordered, wentOut }: Ledger): Balance {
  const idsOf = new Map<string, string[]>()
  for (const { text, id } of arrived) idsOf.set(text ?? '', [...(idsOf.get(text ?? '') ?? []), id])
  const everything = new Set([...said.values()].flat())
  const times = (text: string) => wentOut.filter((one) => one === text).length
  const isWrong = ([text, state = 'nothing']: [string, string | undefined]) =>
    state !== 'uncertain' && went.includes(state) !== times(text) > 0
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

/** Looked at when each came first. */
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

export const isClean = ({ repeated: _, uncertain: __, ...faults }: Balance): boolean =>
  Object.values(faults).every(({ length }) => length === 0)
