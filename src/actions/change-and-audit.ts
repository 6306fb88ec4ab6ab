/**
 * Changes a message by the private helper where one is set, otherwise through the window of Messages, and records who
 * did it, the kind of change and by way of which of the two in the audit log.
 */
import type { Message } from '../contract/message.ts'
import { principalOf } from '../domain/access/principal.ts'
import { hasCode } from '../domain/service-error.ts'
import type { MessagesWindow } from '../messages-window/messages-window.ts'
import type { ActionRequest } from './action.ts'
import { placedMessage } from './placed-message.ts'
import { requireChangeOf } from './require-direct.ts'
import type { Services } from './services.ts'

interface Changing {
  rowid: number
  /** Whether a limited key may do it only to what it sent itself. */
  isOwnOnly: boolean
  /** Contains neither the text nor the reaction. */
  what: string
  make(way: Pick<MessagesWindow, 'tapback' | 'edit' | 'unsend'>): Promise<Message>
}

export async function changeAndAudit(
  { rowid, isOwnOnly, what, make }: Changing,
  services: Services,
  { caller }: ActionRequest,
): Promise<Message> {
  await requireChangeOf(caller, { rowid, isOwnOnly }, services)
  const { audit, helper, window, history } = services
  const [way, name] = helper.isOn() ? ([helper, 'helper'] as const) : ([window, 'window'] as const)
  const message = await auditChange(`${rowid} ${what}, by way of ${name}`, { audit, caller }, () => make(way))
  // A limited caller gets the message as its grant shows it.
  return caller.grant === null ? message : placedMessage(rowid, history).message
}

/** Records a change that was made, and one of which nobody knows whether it was. */
export async function auditChange(
  target: string,
  { audit, caller }: Pick<Services, 'audit'> & Pick<ActionRequest, 'caller'>,
  make: () => Promise<Message>,
): Promise<Message> {
  const note = () => audit.append({ action: 'message_changed', principal: principalOf(caller), target, result: 'ok' })
  try {
    const message = await make()
    note()
    return message
  } catch (error) {
    if (hasCode(error, 'send_uncertain')) note()
    throw error
  }
}
