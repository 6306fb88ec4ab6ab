/** Builds deliveries as the API and the command line list them, from what the bridge recorded. */
import { timestamp } from '../base/timestamp.ts'
import type { Delivery, DeliveryAttempt, DeliveryDetails, DeliveryPage } from '../contract/delivery.ts'
import type { Input } from '../contract/endpoints.ts'
import type { ConversationKey } from '../contract/ids.ts'
import { conversationsMeant } from '../domain/history/chat-guid.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { FailedAttempt, ListedDelivery } from '../store/journal/delivery-list.ts'
import type { JournalReader } from '../store/journal/reader.ts'
import type { HistoryService } from './services.ts'

export interface DeliveryServices {
  journal: Pick<JournalReader, 'deliveries' | 'delivery'>
  /** Tells who wrote a message, and where; deliveries are listed without names where nobody can tell. */
  history?: Pick<HistoryService, 'placed' | 'conversationKey'>
}

export function deliveryPage(query: Input<'list_deliveries'>, services: DeliveryServices): DeliveryPage {
  const { plugin, state, conversation, from_ts, to_ts, limit, cursor } = query
  const found = services.journal.deliveries({
    integration: plugin,
    state,
    limit: limit + 1,
    conversations: conversation === undefined ? undefined : conversationsOf(conversation, services),
    fromMs: from_ts === undefined ? undefined : Date.parse(from_ts),
    toMs: to_ts === undefined ? undefined : Date.parse(to_ts),
    beforeSeq: cursor === undefined ? undefined : Number(cursor),
  })
  const page = found.slice(0, limit)
  return {
    deliveries: deliveryRecords(page, services),
    cursor: found.length > limit ? String(page.at(-1)?.seq) : null,
  }
}

/** Throws `delivery_not_found`. */
export function deliveryDetails(id: string, services: DeliveryServices): DeliveryDetails {
  const found = services.journal.delivery(id)
  const [record] = deliveryRecords(found === undefined ? [] : [found.delivery], services)
  if (found === undefined || record === undefined)
    throw new ServiceError('delivery_not_found', 'There is no such delivery.')
  return { ...record, history: [...found.failed.map(failedAttempt), ...successIn(found.delivery)] }
}

const failedAttempt = ({ attempt, endedAtMs, durationMs, error, nextAtMs }: FailedAttempt): DeliveryAttempt => ({
  attempt,
  ended_at: timestamp(endedAtMs),
  duration_ms: durationMs,
  error,
  next_attempt_at: timestamp(nextAtMs),
})

const successIn = ({ state, attempts, settledAtMs, durationMs }: ListedDelivery): DeliveryAttempt[] =>
  state === 'delivered' && settledAtMs !== null
    ? [
        {
          attempt: attempts,
          ended_at: timestamp(settledAtMs),
          duration_ms: durationMs,
          error: null,
          next_attempt_at: null,
        },
      ]
    : []

function deliveryRecords(deliveries: readonly ListedDelivery[], { history }: DeliveryServices): Delivery[] {
  const rowids = deliveries.flatMap(({ rowid }) => (rowid === null ? [] : [rowid]))
  const placed = new Map(
    (unlessUnreadable(() => history?.placed(rowids)) ?? []).map((each) => [each.message.guid, each]),
  )
  return deliveries.map((delivery) => {
    const { id, integration, state, guid, rowid, createdAtMs, settledAtMs, durationMs } = delivery
    const message = placed.get(guid)
    return {
      id,
      plugin: integration,
      state,
      message_guid: guid,
      rowid,
      conversation_guid: message?.conversation_guid ?? null,
      conversation_name: message?.conversation_name ?? null,
      sender: message?.message.sender ?? null,
      created_at: timestamp(createdAtMs),
      settled_at: timestamp(settledAtMs),
      duration_ms: durationMs,
      attempts: delivery.attempts,
      next_attempt_at: state === 'retrying' && delivery.nextAtMs > 0 ? timestamp(delivery.nextAtMs) : null,
      last_error: delivery.lastError,
    }
  })
}

function conversationsOf(guid: string, { history }: DeliveryServices): readonly ConversationKey[] {
  const known = unlessUnreadable(() => history?.conversationKey(guid))
  return known === undefined ? conversationsMeant(guid) : [known]
}

/** Deliveries are our own records: they are listed also while Messages cannot be read. */
function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
