/**
 * Decides whether a message that iMessage could not deliver is sent once more as SMS: only when it certainly did not
 * arrive, once, and soon.
 */
import type { ConversationKey } from '../../contract/ids.ts'
import type { SendService } from '../../contract/send.ts'
import { handleKind } from '../../domain/handles.ts'
import { type RowState, unreachableError } from './send-state.ts'

interface FailedHandover {
  conversation: ConversationKey
  handle: string
  service: SendService | null
  status: { state: RowState; error: number; service: string } | null
  failedAtMs: number | null
  mayFallBack: boolean
  expiresAtMs: number
}

interface Circumstances {
  nowMs: number
  isAllowed: boolean
  /** How long to wait first: Messages may send the SMS itself, which its row shows a moment later. */
  afterMs: number
}

export function smsFallback(failed: FailedHandover, now: Circumstances): 'due' | 'possible' | 'no' {
  if (!now.isAllowed || !failed.mayFallBack || now.nowMs >= failed.expiresAtMs) return 'no'
  if (!isUnreachable(failed) || !takesSms(failed)) return 'no'
  return failed.failedAtMs !== null && now.nowMs - failed.failedAtMs >= now.afterMs ? 'due' : 'possible'
}

const isUnreachable = ({ status, service }: FailedHandover): boolean =>
  status?.state === 'failed' && status.error === unreachableError && status.service !== 'SMS' && service !== 'SMS'

const takesSms = ({ conversation, handle }: FailedHandover): boolean =>
  conversation.startsWith('dm:') && handleKind(handle) === 'phone'
