/**
 * Measures reading and decoding every text of a database, as export and index do, beside the rows only and other
 * decoders.
 */
import { DatabaseSync } from 'node:sqlite'
import { Unarchiver } from 'node-typedstream'
import { chatDbPath } from '../../../simulator/paths.ts'
import { decodeText } from '../../../src/apple/message-body.ts'
import type { Figure } from '../figure.ts'
import { parseapleUnarchiver, peers, type UnarchiverClass } from '../peers/peers.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'

/** Other decoders are slow, so this many rows suffice to show their pace. */
const rowsOfOthers = 50_000
const target = 100_000

type Decode = (body: Uint8Array) => number
export async function scanning({ home, messages }: SimulatedHome): Promise<Figure[]> {
  const rowsAlone = rate(home, { limit: messages, decode: (body) => body.length })
  const textLength: Decode = (body) => {
    const read = decodeText(body)
    return read.ok ? read.value.length : 0
  }
  const ours = rate(home, { limit: messages, decode: textLength })
  const others = [
    { by: peers.nodeTypedstream, unarchiver: Unarchiver as UnarchiverClass },
    { by: peers.parseaple, unarchiver: await parseapleUnarchiver() },
  ]
  const floor = { what: 'the rows alone', measured: rowsAlone }
  const [work, unit] = [`${works.scan}, rows`, '/s'] as const
  return [
    { work, measured: ours, unit, target, floor },
    ...others.map(({ by, unarchiver }) => ({
      work,
      unit,
      by,
      measured: rate(home, { limit: Math.min(messages, rowsOfOthers), decode: unarchivedLength(unarchiver) }),
    })),
  ]
}

const unarchivedLength =
  (unarchiver: UnarchiverClass): Decode =>
  (body) => {
    const [root] = unarchiver.open(Buffer.from(body)).decodeAll()
    return (root?.values[0]?.string ?? '').length
  }

function rate(home: string, { limit, decode }: { limit: number; decode: Decode }): number {
  using db = new DatabaseSync(chatDbPath(home), { readOnly: true })
  const rows = db
    .prepare('SELECT ROWID, text, attributedBody AS body FROM message ORDER BY ROWID LIMIT ?')
    .iterate(limit)
  const startMs = performance.now()
  let [count, characters] = [0, 0]
  for (const { text, body } of rows) {
    characters += body instanceof Uint8Array ? decode(body) : String(text ?? '').length
    count += 1
  }
  if (characters === 0) throw new Error('There was nothing to read.')
  return (count * 1000) / (performance.now() - startMs)
}
