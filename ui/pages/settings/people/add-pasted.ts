/** Adds what was pasted, one after the other, and tells of each line what became of it. */
import type { WhitelistEntry } from '../../../../src/contract/whitelist.ts'
import type { PastedLine } from './pasted-lines.ts'

export type PastedResult = { text: string } & (
  | { is: 'added' | 'there_already'; entry: WhitelistEntry }
  | { is: 'no_address' }
  | { is: 'refused'; reason: string }
)

interface Adding {
  /** The list before. */
  listed: readonly WhitelistEntry[]
  add(handle: string): Promise<WhitelistEntry>
}

export async function addPasted(lines: readonly PastedLine[], { listed, add }: Adding): Promise<PastedResult[]> {
  const known = new Set(listed.map(({ handle }) => handle))
  const results: PastedResult[] = []
  for (const { text, handle } of lines) {
    if (handle === undefined) {
      results.push({ text, is: 'no_address' })
      continue
    }
    try {
      const entry = await add(handle)
      results.push({ text, is: known.has(entry.handle) ? 'there_already' : 'added', entry })
      known.add(entry.handle)
    } catch (error) {
      results.push({ text, is: 'refused', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return results
}
