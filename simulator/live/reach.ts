/** Who has iMessage: Messages finds out only by sending, so that a message to anybody else fails a moment later. */
import type { Messages } from '../messages/open-messages.ts'

const sql = {
  firstService: 'SELECT service FROM handle WHERE id = ? ORDER BY ROWID LIMIT 1',
  hasArrived: `SELECT 1 FROM message JOIN handle ON handle.ROWID = handle_id
    WHERE handle.id = ? AND message.service = 'iMessage' AND (is_from_me = 0 OR is_delivered = 1) LIMIT 1`,
}

/** Short codes and names in place of a number never have it; whom one first knew by texts only if one came or arrived. */
export function hasIMessage({ db }: Messages, address: string): boolean {
  if (!/^\+?\d{7,}$/.test(address) && !/[@:]/.test(address)) return false
  const first = db.prepare(sql.firstService).get(address)?.service
  return first === undefined || first === 'iMessage' || db.prepare(sql.hasArrived).get(address) !== undefined
}
