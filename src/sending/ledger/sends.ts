/** Reads sends in the form in which they are shown. */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import { timestamp } from '../../base/timestamp.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { Send, SendState } from '../../contract/send.ts'
import { failureSentence } from '../decisions/failure-sentence.ts'
import { keyHash } from './hashes.ts'
import type { SendLedger } from './ledger.ts'

/** A row of the table, from which `toSend` makes a Send. */
export interface SendRow extends Omit<Send, 'sms_fallback' | 'error' | 'send_at' | 'created_at' | 'updated_at'> {
  sms_fallback: number
  error_code: ErrorCode | null
  error_number: number | null
  send_at_ms: number | null
  created_at_ms: number
  updated_at_ms: number
}

export const sendColumns = `id, state, kind, handle, chat_guid, service, sms_fallback, rowid_of_message AS rowid, guid,
  error_code, error_number, send_at_ms, created_at_ms, updated_at_ms`

const sql = {
  one: `SELECT ${sendColumns} FROM send WHERE id = ?`,
  newest: `SELECT ${sendColumns} FROM send WHERE :by IS NULL OR asked_by = :by ORDER BY seq DESC ${limitTo(':limit')}`,
  ofKey: `SELECT ${sendColumns} FROM send WHERE key_hash = ?`,
  newestIn: `SELECT ${sendColumns} FROM send WHERE state = :state AND (:by IS NULL OR asked_by = :by)
    ORDER BY seq DESC ${limitTo(':limit')}`,
}

export function sends(db: DatabaseSync): Pick<SendLedger, 'findSend' | 'list'> {
  const [one, ofKey] = [db.prepare(sql.one), db.prepare(sql.ofKey)]
  const [newest, newestIn] = [db.prepare(sql.newest), db.prepare(sql.newestIn)]
  const rowsOf = (limit: number, state: SendState | undefined, by: string | null) =>
    state === undefined ? newest.all({ limit, by }) : newestIn.all({ state, limit, by })
  return {
    findSend(id) {
      const row = one.get(id)
      return row && toSend(row as unknown as SendRow)
    },
    list({ limit, state, by, key }) {
      const rows = key === undefined ? rowsOf(limit, state, by ?? null) : ofKey.all(keyHash(key))
      return (rows as unknown as SendRow[]).map(toSend)
    },
  }
}

export function toSend({
  sms_fallback,
  error_code,
  error_number,
  send_at_ms,
  created_at_ms,
  updated_at_ms,
  ...row
}: SendRow): Send {
  const failure = error_code === null ? null : { code: error_code, number: error_number }
  return {
    ...row,
    sms_fallback: sms_fallback === 1,
    error: failure && { code: failure.code, message: failureSentence(failure) },
    send_at: timestamp(send_at_ms),
    created_at: timestamp(created_at_ms),
    updated_at: timestamp(updated_at_ms),
  }
}
