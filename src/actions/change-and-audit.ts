/**
 * Changes a message by the private helper where one is set, otherwise through the window of Messages, and records who
 * did it, the kind of change and by way of which of the two in the audit log.
 */
import type { Message } from '../contract/message.ts'
import { principalOf } from '../domain/access/principal.ts'
import { hasCode, ServiceError } from '../domain/service-error.ts'
import type { MessagesWindow } from '../messages-window/messages-window.ts'
import type { ActionRequest } from './action.ts'
import type { Services } from './services.ts'

interface Changing {
  rowid: number
  /** Contains neither the text nor the reaction. */
  what: string
  make(way: Pick<MessagesWindow, 'tapback' | 'edit' | 'unsend'>): Promise<Message>
}

export async function changeAndAudit(
  { rowid, what, make }: Changing,
  { audit, helper, window, history }: Services,
  { caller }: ActionRequest,
): Promise<Message> {
  const [way, name] = helper.isOn() ? ([helper, 'helper'] as const) : ([window, 'window'] as const)
  const note = () =>
    audit.append({
      action: 'message_changed',
      principal: principalOf(caller),
      target: `${rowid} ${what}, by way of ${name}`,
      result: 'ok',
    })
  try {
    const message = await make(way)
    note()
    // Whoever is limited gets it as it exists under the grant.
    return caller.grant === null ? message : (history.placed([rowid])[0]?.message ?? throwGone(rowid))
  } catch (error) {
    if (hasCode(error, 'send_uncertain')) note()
    throw error
  }
}

function throwGone(rowid: number): never {
  throw new ServiceError('message_not_found', 'There is no such message.', { rowid })
}
