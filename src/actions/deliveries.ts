/**
 * Implements the endpoints below /api/v1/deliveries, and POST /api/v1/plugins/{name}/retry.
 */
import type { DeliveryDetails } from '../contract/delivery.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { AuditLog } from '../store/audit-log.ts'
import type { DeliveryChanges } from '../store/journal/delivery-changes.ts'
import type { Action } from './action.ts'
import { canBeHandedAgain, type DeliveryServices, deliveryDetails, deliveryPage } from './delivery-records.ts'
import { pluginRecord } from './plugin-records.ts'

export const listDeliveries: Action<'list_deliveries'> = (query, services, { caller }) => {
  if (caller.grant === null) return deliveryPage(query, services)
  const { cursor, conversation } = query
  const isUnknown = conversation !== undefined && services.history.conversationKeys(conversation).length === 0
  if (isUnknown || isPosition(cursor)) return { deliveries: [], cursor: null }
  const page = deliveryPage(query, services)
  // Its position would tell how many deliveries there are of which the key knows nothing.
  return { ...page, cursor: page.cursor && (page.deliveries.at(-1)?.id ?? null) }
}

/** Keys without a grant are given positions, and others the id of the delivery before. */
export const isPosition = (cursor: string | undefined): boolean => /^\d+$/.test(cursor ?? '')

export const getDelivery: Action<'get_delivery'> = ({ id }, services, { caller }) =>
  deliveryDetails({ id, isAdmin: caller.scopes.includes('admin') }, services)

export const retryDelivery: Action<'retry_delivery'> = ({ id }, services, { caller }) =>
  changeDelivery({ id, change: 'retry', principal: principalOf(caller) }, services)

export const skipDelivery: Action<'skip_delivery'> = ({ id }, services, { caller }) =>
  changeDelivery({ id, change: 'skip', principal: principalOf(caller) }, services)

export const sendDeliveryAgain: Action<'send_delivery_again'> = ({ id }, services, { caller }) =>
  sendAgain({ id, principal: principalOf(caller) }, services)

export const retryPlugin: Action<'retry_plugin'> = ({ name }, services, { caller }) => {
  pluginRecord(name, services)
  const changed = services.deliveryChanges.retryAll(name)
  if (changed > 0)
    services.audit.append({ action: 'deliveries_retried', principal: principalOf(caller), target: name, result: 'ok' })
  return { changed }
}

interface ChangeServices extends DeliveryServices {
  deliveryChanges: Pick<DeliveryChanges, 'retry' | 'skip' | 'sendAgain'>
  audit: Pick<AuditLog, 'append'>
}

/** Retries or skips a delivery for anyone. Throws `delivery_not_found` and `delivery_settled`. */
export function changeDelivery(
  { id, change, principal }: { id: string; change: 'retry' | 'skip'; principal: string },
  services: ChangeServices,
): DeliveryDetails {
  const { state } = deliveryDetails({ id, isAdmin: false }, services)
  if (!services.deliveryChanges[change](id))
    throw new ServiceError('delivery_settled', `The delivery is ${state}.`, { state })
  const action = change === 'retry' ? 'delivery_retried' : 'delivery_skipped'
  services.audit.append({ action, principal, target: id, result: 'ok' })
  return deliveryDetails({ id, isAdmin: true }, services)
}

/**
 * Queues the message of a settled delivery again, for anyone, and returns the new delivery. Throws `delivery_not_found`,
 * `delivery_pending` and `delivery_gone`.
 */
export function sendAgain(
  { id, principal }: { id: string; principal: string },
  services: ChangeServices,
): DeliveryDetails {
  const { state, rowid } = deliveryDetails({ id, isAdmin: false }, services)
  if (!canBeHandedAgain({ id, rowid }, services))
    throw new ServiceError('delivery_gone', 'The message is no longer kept.', { state })
  const newId = services.deliveryChanges.sendAgain(id)
  if (newId === undefined) throw new ServiceError('delivery_pending', `The delivery is ${state}.`, { state })
  services.audit.append({ action: 'delivery_sent_again', principal, target: newId, result: 'ok' })
  return deliveryDetails({ id: newId, isAdmin: true }, services)
}
