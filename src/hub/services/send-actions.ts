/**
 * Answers requests about sends on a hub: the actions of a Mac over the hub's own sending, which finds the chat and the
 * line itself.
 */
import type { ActionRequest, Actions } from '../../actions/action.ts'
import { cancelScheduled } from '../../actions/cancel-scheduled.ts'
import { cancelSend } from '../../actions/cancel-send.ts'
import { changeScheduled } from '../../actions/change-scheduled.ts'
import { getSend } from '../../actions/get-send.ts'
import { listScheduled } from '../../actions/list-scheduled.ts'
import { listSends } from '../../actions/list-sends.ts'
import { listOutbox, refuseHeld, releaseHeld } from '../../actions/outbox.ts'
import { sendAndAudit, timesOf } from '../../actions/send-and-audit.ts'
import type { SendingServices } from '../../actions/services.ts'
import type { Input } from '../../contract/endpoints.ts'
import type { SendOrder } from '../../sending/sending.ts'
import type { HubHistory } from './hub-history.ts'

type HistoryOf = (request: ActionRequest) => Pick<HubHistory, 'meant'>
type Asked = Omit<Input<'send_to_chat'>, 'guid' | 'text'> & { text?: string | undefined; from?: string | undefined }

export function sendActions(historyOf: HistoryOf) {
  return {
    send: async ({ handle, service, ...asked }, services, request) =>
      sendAndAudit(
        orderOf({ handle: await historyOf(request).meant(handle), ...(service && { service }) }, asked, services),
        services,
        { ...request, reason: asked.reason },
      ),
    send_to_chat: async ({ guid, ...asked }, services, request) =>
      sendAndAudit(orderOf({ guid: await historyOf(request).meant(guid) }, asked, services), services, {
        ...request,
        reason: asked.reason,
      }),
    send_file: async ({ handle, service, ...asked }, services, request) => {
      const to = { handle: await historyOf(request).meant(handle), ...(service && { service }) }
      const order = { ...orderOf(to, asked, services), file: request.file }
      return sendAndAudit(order, services, { ...request, reason: asked.reason })
    },
    list_sends: listSends,
    get_send: getSend,
    cancel_send: cancelSend,
    list_scheduled: listScheduled,
    change_scheduled: changeScheduled,
    cancel_scheduled: cancelScheduled,
    list_outbox: listOutbox,
    release_held: releaseHeld,
    refuse_held: refuseHeld,
  } satisfies Partial<Actions>
}

const orderOf = (
  to: SendOrder['to'],
  { text, from, confirm, send_at, expires_in_s }: Asked,
  services: Pick<SendingServices, 'nowMs'>,
): Omit<SendOrder, 'by'> => ({
  to,
  ...(text !== undefined && { text }),
  ...(from !== undefined && { from }),
  isConfirmed: confirm,
  ...timesOf({ send_at, expires_in_s }, services),
})
