/** Decides who has iMessage. Messages learns it only by sending, so a message to anybody else fails a moment later. */
import type { Messages } from '../messages/open-messages.ts'

const sql = {
  firstService: 'SELECT service FROM handle WHERE id = ? ORDER BY ROWID LIMIT 1',
  hasArrived: `SELECT 1 FROM message JOIN handle ON handle.ROWID = handle_id
    WHERE handle.id = ? AND message.service = 'iMessage' AND (is_from_me = 0 OR is_delivered = 1) LIMIT 1`,
}

/**
 * Short codes and alphanumeric senders never have it. A person first known by SMS has it only after an iMessage came
 * from or was delivered to them.
 */
export function hasIMessage({ db }: Messages, address: string): boolean {
  if (!/^\+?\d{7,}$/.test(address) && !/[@:]/.test(address)) return false
  const first = db.prepare(sql.firstService).get(address)?.service
  return first === undefined || first === 'iMessage' || db.prepare(sql.hasArrived).get(address) !== undefined
}
