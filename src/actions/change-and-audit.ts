/** Changes a message through the window of Messages, and records who did it and the kind of change in the audit log. */
import type { Message } from '../contract/message.ts'
import { principalOf } from '../domain/access/principal.ts'
import { hasCode } from '../domain/service-error.ts'
import type { ActionRequest } from './action.ts'
import type { Services } from './services.ts'

interface Changing {
  /** Contains neither the text nor the reaction. */
  what: string
  making: Promise<Message>
}

export async function changeAndAudit(
  { what, making }: Changing,
  { audit }: Services,
  { caller }: ActionRequest,
): Promise<Message> {
  const note = () =>
    audit.append({ action: 'message_changed', principal: principalOf(caller), target: what, result: 'ok' })
  try {
    const message = await making
    note()
    return message
  } catch (error) {
    if (hasCode(error, 'send_uncertain')) note()
    throw error
  }
}
