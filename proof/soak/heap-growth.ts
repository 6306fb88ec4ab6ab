/** Compares two heap snapshots of a process by constructor, and tells of which objects the later one has more. */
import { readFileSync } from 'node:fs'

/** The fields of V8's heap snapshot that are read here. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  /** The nodes one after the other, each with a number for each field. */
  nodes: number[]
  strings: string[]
}

export interface Growth {
  /** The constructor of the objects, or their kind in parentheses. */
  what: string
  /** The number of additional objects. */
  count: number
  /** Their memory, without the objects that they refer to. */
  bytes: number
}

type Amount = Omit<Growth, 'what'>

/** Returns what has grown, the largest growth first. */
export function heapGrowth(before: string, after: string): Growth[] {
  const earlier = amountsIn(before)
  return [...amountsIn(after)]
    .map(([what, { count, bytes }]) => {
      const { count: countBefore, bytes: bytesBefore } = earlier.get(what) ?? none
      return { what, count: count - countBefore, bytes: bytes - bytesBefore }
    })
    .filter(({ bytes }) => bytes > 0)
    .sort((one, other) => other.bytes - one.bytes)
}

const none: Amount = { count: 0, bytes: 0 }
/** Kinds of nodes whose names are those of what they belong to; the names of all others are their content. */
const named = ['object', 'native', 'closure']

function amountsIn(path: string): Map<string, Amount> {
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(path, 'utf8')) as HeapSnapshot
  const { node_fields: fields, node_types } = snapshot.meta
  const [kinds] = node_types
  const [kindAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ]
  const amounts = new Map<string, Amount>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = kinds[nodes[at + kindAt] ?? 0] ?? ''
    const name = strings[nodes[at + nameAt] ?? 0]
    const what = kind === 'object' ? (name ?? '') : named.includes(kind) ? `${name} (${kind})` : `(${kind})`
    const amount = amounts.get(what) ?? { ...none }
    amounts.set(what, { count: amount.count + 1, bytes: amount.bytes + (nodes[at + sizeAt] ?? 0) })
  }
  return amounts
}
