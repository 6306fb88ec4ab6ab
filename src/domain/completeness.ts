/**
 * Decides whether a row of Messages is complete, since readers see a row before its chat, body and attachments are
 * written.
 */
import type { Row } from './message.ts'

export type Missing = 'chat' | 'body' | 'attachments'

/** How long a row may stay incomplete before it is relayed as it is. Joins that came 40 s late have been seen. */
export const patienceMs = 45_000
/** How long an incomplete row holds back later rows of its own chat. */
export const holdMs = 5_000

export function missingFrom(row: Row): Missing | undefined {
  if (row.chat === undefined) return 'chat'
  if (row.kind !== 'text' || row.isEmptied) return undefined
  if (row.isBlank && row.attachments.length === 0) return 'body'
  if (row.attachments.length < row.attachmentsExpected) return 'attachments'
  return undefined
}
