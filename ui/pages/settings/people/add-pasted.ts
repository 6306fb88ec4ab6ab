/** Adds pasted people one after the other and reports the result of each line. */

import type { AddedToWhitelist, WhitelistEntry } from '../../../../src/contract/whitelist.ts'
import { errorText } from '../../../api/error-text.ts'
import type { PastedLine } from './pasted-lines.ts'

export type PastedResult = { text: string } & (
  | { is: 'added' | 'there_already'; entry: WhitelistEntry }
  | { is: 'no_address' }
  | { is: 'refused'; reason: string }
)

type Add = (handle: string) => Promise<AddedToWhitelist>

export async function addPasted(lines: readonly PastedLine[], add: Add): Promise<PastedResult[]> {
  const results: PastedResult[] = []
  for (const { text, handle } of lines) {
    if (handle === undefined) {
      results.push({ text, is: 'no_address' })
      continue
    }
    try {
      const { added, ...entry } = await add(handle)
      results.push({ text, is: added ? 'added' : 'there_already', entry })
    } catch (error) {
      results.push({ text, is: 'refused', reason: errorText(error) })
    }
  }
  return results
}
