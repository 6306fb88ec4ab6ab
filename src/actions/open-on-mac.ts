/**
 * Implements POST /api/ui/setup/open-pane and /reveal, which open windows on the Mac itself for a person sitting at it,
 * and POST /api/ui/open-messages, which opens Messages behind all windows for anybody who may.
 */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

export const openPane: Action<'open_pane'> = async ({ pane }, { mac }, { isHere }) => {
  requireHere(isHere)
  return opened(await mac.desk.openPane(pane))
}

export const revealProgram: Action<'reveal_program'> = async (_input, { mac }, { isHere }) => {
  requireHere(isHere)
  return opened(await mac.desk.reveal(process.execPath))
}

export const openMessagesApp: Action<'open_messages'> = async (_input, { mac, audit }, { caller }) => {
  const result = opened(await mac.desk.openMessages())
  audit.append({ action: 'messages_opened', principal: principalOf(caller), target: 'Messages', result: 'ok' })
  return result
}

/** Refuses other callers, because a window that opens where nobody sits is useless and reveals who has access. */
function requireHere(isHere: boolean): void {
  if (isHere) return
  const reason = 'you are at another computer: open it on the Mac itself'
  throw new ServiceError('unsupported', 'A window opens only for those who sit at this Mac.', { reason })
}

function opened(trouble: string | undefined): { opened: true } {
  if (trouble === undefined) return { opened: true }
  throw new ServiceError('unsupported', 'macOS did not open it.', { reason: trouble })
}
