/** Reads details of a chat that only lists need: its members, and whether its alerts are hidden. */
import { flagIn, recordIn } from '../../apple/archived-value.ts'
import { decodePropertyList } from '../../apple/property-list.ts'
import { normaliseHandle } from '../../domain/handles.ts'
import type { ChatDb } from '../chat-db.ts'
import { foundRows } from '../found-rows.ts'

export interface ChatDetails {
  /** Addresses by chat; each person appears once. */
  members(chatIds: readonly number[]): Map<number, string[]>
  /** The given chats whose alerts are hidden. */
  muted(chatIds: readonly number[]): Set<number>
}

const muteKey = 'ignoreAlertsFlag'

export function chatDetails({ db, has }: ChatDb): ChatDetails {
  const members = foundRows<{ chat_id: number; handle: string }>(
    db.prepare(`SELECT j.chat_id, h.id AS handle FROM chat_handle_join j
    JOIN handle h ON h.ROWID = j.handle_id WHERE j.chat_id IN (SELECT value FROM json_each(?)) ORDER BY h.ROWID`),
  )
  const muted = has('chat', 'properties')
    ? db.prepare(`SELECT c.ROWID AS chat_id, c.properties FROM chat c
    WHERE c.ROWID IN (SELECT value FROM json_each(?)) AND instr(c.properties, CAST('${muteKey}' AS BLOB))`)
    : undefined
  return {
    members(chatIds) {
      const byChat = Map.groupBy(members(JSON.stringify(chatIds)), ({ chat_id }) => chat_id)
      return new Map([...byChat].map(([id, all]) => [id, eachOnce(all.map(({ handle }) => handle))]))
    },
    muted(chatIds) {
      const found = muted?.all(JSON.stringify(chatIds)) ?? []
      return new Set(found.filter(({ properties }) => saysMuted(properties)).map(({ chat_id }) => Number(chat_id)))
    },
  }
}

/** Removes duplicates: a person has an address row for each service. */
export const eachOnce = (handles: readonly string[]): string[] =>
  [...new Map(handles.toReversed().map((handle) => [normaliseHandle(handle), handle])).values()].toReversed()

function saysMuted(properties: unknown): boolean {
  const decoded = properties instanceof Uint8Array ? decodePropertyList(properties) : undefined
  return decoded?.ok === true && flagIn(recordIn(decoded.value)[muteKey])
}
