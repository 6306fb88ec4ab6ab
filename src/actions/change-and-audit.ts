/**
 * Changes a message by the private helper where one is set, otherwise through the window of Messages, and records who
 * did it, the kind of change and by way of which of the two in the audit log.
 */
import type { Message } from '../contract/message.ts'
import { principalOf } from '../domain/access/principal.ts'
import { hasCode } from '../domain/service-error.ts'
import type { MessagesWindow } from '../messages-window/messages-window.ts'
import type { ActionRequest } from './action.ts'
import type { Services } from './services.ts'

interface Changing {
  /** Contains neither the text nor the reaction. */
  what: string
  make(way: Pick<MessagesWindow, 'tapback' | 'edit' | 'unsend'>): Promise<Message>
}

export async function changeAndAudit(
  { what, make }: Changing,
  { audit, helper, window }: Services,
  { caller }: ActionRequest,
): Promise<Message> {
  const [way, name] = helper.isOn() ? ([helper, 'helper'] as const) : ([window, 'window'] as const)
  const note = () =>
    audit.append({
      action: 'message_changed',
      principal: principalOf(caller),
      target: `${what}, by way of ${name}`,
      result: 'ok',
    })
  try {
    const message = await make(way)
    note()
    return message
  } catch (error) {
    if (hasCode(error, 'send_uncertain')) note()
    throw error
  }
}
