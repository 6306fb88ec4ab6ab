/** Indexes the addresses that Messages knows, so that an address in any spelling is found as Messages spells it. */
import type { Handle } from '../../contract/ids.ts'
import { handleLookupKey, normaliseHandle, sameHandle } from '../../domain/handles.ts'
import type { ChatDb } from '../../mac/chat-db.ts'
import { groupStyle } from '../../mac/chats.ts'

export interface KnownAddresses {
  /** All spellings of the matching address, the normalised one first. Undefined when none or several people match. */
  find(written: string): [Handle, ...Handle[]] | undefined
}

export function knownAddresses({ db }: ChatDb): KnownAddresses {
  // A ghost row of macOS 26 leaves the identifier of its group behind as if it were an address.
  const handles = db.prepare(`SELECT ROWID AS rowid, id AS address FROM handle WHERE ROWID > ?
    AND NOT EXISTS (SELECT 1 FROM chat c WHERE c.chat_identifier = id AND c.style = ${groupStyle}) ORDER BY ROWID`)
  const chats = db.prepare(
    `SELECT ROWID AS rowid, chat_identifier AS address FROM chat WHERE ROWID > ? AND style <> ${groupStyle} ORDER BY ROWID`,
  )
  const byKey = new Map<string, Set<Handle>>()
  const sources = [handles, chats].map((statement) => ({ statement, readTo: 0 }))

  /** Addresses are only ever added, so after the first time there is little to read. */
  function refresh(): void {
    for (const source of sources)
      for (const { rowid, address } of source.statement.all(source.readTo)) {
        source.readTo = Number(rowid)
        if (typeof address === 'string') remember(address as Handle)
      }
  }
  function remember(address: Handle): void {
    const key = handleLookupKey(address)
    byKey.set(key, (byKey.get(key) ?? new Set()).add(address))
  }
  refresh()
  return {
    find(written) {
      refresh()
      return oneOf(written, [...(byKey.get(handleLookupKey(written)) ?? [])])
    },
  }
}

/**
 * An exact match is preferred to addresses that may be the same, such as a number with a country code for one without.
 */
function oneOf(written: string, candidates: readonly Handle[]): [Handle, ...Handle[]] | undefined {
  const normal = normaliseHandle(written)
  const exact = candidates.filter((address) => normaliseHandle(address) === normal)
  const writings = exact.length > 0 ? exact : candidates.filter((address) => sameHandle(written, address))
  const people = new Set(writings.map(normaliseHandle))
  const [first, ...others] = writings.toSorted((a, b) => Number(people.has(b)) - Number(people.has(a)))
  return first !== undefined && people.size === 1 ? [first, ...others] : undefined
}
