/** Reads from the row of a message how far it has come to the recipient. */
import type { ChatGuid } from '../../contract/ids.ts'
import { missingFileError, type RowState } from './send-state.ts'

/** Columns of a row of chat.db. */
export interface RowFlags {
  error: number
  isSent: boolean
  isDelivered: boolean
  isRead: boolean
  wasDowngraded: boolean
  service: string
  chatGuid: ChatGuid | null
  /** Whether the row has a file. */
  hasFile: boolean
}

/** The progress of a message, as its row tells. */
export interface RowStatus {
  state: RowState
  /** `message.error`, or `missingFileError`; 0 means no error. */
  error: number
  service: string
  chatGuid: ChatGuid | null
}

/**
 * A receipt is stronger than an error: one device of the recipient may have failed while another received the message.
 */
export function rowStatus(row: RowFlags): RowStatus {
  const { error, service, chatGuid, wasDowngraded } = row
  return { state: stateOf(row), error, service: wasDowngraded ? 'SMS' : service, chatGuid }
}

/**
 * The same for a row that must have got its file by now. Messages leaves one without a file when it could not read it,
 * and may call it sent.
 */
export function fileRowStatus(row: RowFlags): RowStatus {
  const status = rowStatus(row)
  const isWithout = !row.hasFile && (status.state === 'landed' || status.state === 'sent')
  return isWithout ? { ...status, state: 'failed', error: missingFileError } : status
}

function stateOf({ error, isSent, isDelivered, isRead }: RowFlags): RowState {
  if (isRead) return 'read'
  if (isDelivered) return 'delivered'
  if (error !== 0) return 'failed'
  return isSent ? 'sent' : 'landed'
}
