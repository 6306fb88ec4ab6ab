/** Builds deliveries as the API and the command line list them, from what the bridge recorded. */
import { timestamp } from '../base/timestamp.ts'
import type { Delivery, DeliveryAttempt, DeliveryDetails, DeliveryPage } from '../contract/delivery.ts'
import type { Input } from '../contract/endpoints.ts'
import type { ConversationKey } from '../contract/ids.ts'
import { names } from '../contract/names.ts'
import { conversationsMeant } from '../domain/history/chat-guid.ts'
import { bounded, toMessage, toNotice } from '../domain/redaction.ts'
import { ServiceError, unlessFailed } from '../domain/service-error.ts'
import type { DeliveryQuery, FailedAttempt, ListedDelivery } from '../store/journal/delivery-list.ts'
import type { IntegrationRow } from '../store/journal/integrations.ts'
import type { JournalReader } from '../store/journal/reader.ts'
import type { KnownConversations } from '../store/plugin-pages/known-conversations.ts'
import type { HistoryService } from './services.ts'

export interface DeliveryServices {
  journal: Pick<JournalReader, 'deliveries' | 'delivery' | 'deliveryContent' | 'integrations'>
  pluginPages: { conversations: Pick<KnownConversations, 'opaque'> }
  /** Tells who wrote a message, and where; deliveries are listed without names where nobody can tell. */
  history?: Pick<HistoryService, 'placed' | 'conversationKeys'>
}

type AskedDeliveries = Input<'list_deliveries'>
type PageServices = Pick<DeliveryServices, 'journal' | 'history'>

export const deliveryPage = (query: AskedDeliveries, services: PageServices): DeliveryPage =>
  shownPage(services.journal.deliveries(deliveriesAsked(query, services)), query.limit, services)

/** Builds the query for a page. One delivery more tells whether there is a next page. */
export const deliveriesAsked = (
  { plugin, state, conversation, from_ts, to_ts, limit, cursor }: AskedDeliveries,
  services: PageServices,
): DeliveryQuery => ({
  integration: plugin,
  state,
  limit: limit + 1,
  conversations: conversation === undefined ? undefined : conversationsOf(conversation, services),
  fromMs: from_ts === undefined ? undefined : Date.parse(from_ts),
  toMs: to_ts === undefined ? undefined : Date.parse(to_ts),
  beforeSeq: cursor === undefined ? undefined : positionOf(cursor, services),
})

function shownPage(found: readonly ListedDelivery[], limit: number, services: PageServices): DeliveryPage {
  const page = found.slice(0, limit)
  return {
    deliveries: deliveryRecords(page, services),
    cursor: found.length > limit ? String(page.at(-1)?.seq) : null,
  }
}

/** A cursor is a position, or the id of the delivery before. */
const positionOf = (cursor: string, { journal }: Pick<DeliveryServices, 'journal'>): number =>
  /^\d+$/.test(cursor) ? Number(cursor) : (journal.delivery(cursor)?.delivery.seq ?? 0)

interface DetailsAsked {
  id: string
  /** Whether the content may be shown. */
  isAdmin: boolean
}

/** Throws `delivery_not_found`. */
export function deliveryDetails({ id, isAdmin }: DetailsAsked, services: DeliveryServices): DeliveryDetails {
  const found = services.journal.delivery(id)
  const [record] = deliveryRecords(found === undefined ? [] : [found.delivery], services)
  if (found === undefined || record === undefined)
    throw new ServiceError('delivery_not_found', 'There is no such delivery.')
  return {
    ...record,
    history: [...found.failed.map(failedAttempt), ...successIn(found.delivery)],
    handed: isAdmin ? handedIn(found.delivery, services) : null,
  }
}

/** Returns the message as the plugin was handed it with the last attempt; null where that is not known. */
function handedIn(
  { id, integration, conversation, attempts, isTest }: ListedDelivery,
  { journal, pluginPages: { conversations } }: DeliveryServices,
): unknown {
  if (attempts === 0) return null
  const { handed, message } = journal.deliveryContent(id)
  if (handed !== null || message === null) return handed
  const isNotified = journal.integrations().some(({ name, tier }) => name === integration && tier === 'notify')
  return (isNotified ? toNotice : toMessage)({
    message: bounded(message),
    deliveryId: id,
    attempt: attempts,
    conversationId: conversations.opaque(integration, conversation),
    personId: conversations.opaque(integration, `dm:${message.handle}`),
    isTest,
  })
}

const failedAttempt = ({
  attempt,
  endedAtMs,
  durationMs,
  answerStatus,
  error,
  nextAtMs,
}: FailedAttempt): DeliveryAttempt => ({
  attempt,
  ended_at: timestamp(endedAtMs),
  duration_ms: durationMs,
  answer_status: answerStatus,
  error,
  next_attempt_at: timestamp(nextAtMs),
})

const successIn = ({ state, attempts, settledAtMs, durationMs, answerStatus }: ListedDelivery): DeliveryAttempt[] =>
  state === 'delivered' && settledAtMs !== null
    ? [
        {
          attempt: attempts,
          ended_at: timestamp(settledAtMs),
          duration_ms: durationMs,
          answer_status: answerStatus,
          error: null,
          next_attempt_at: null,
        },
      ]
    : []

/** Whether the message of a delivery is kept, or can be read from Messages, as far as that can be told here. */
export function canBeHandedAgain(
  { id, rowid }: Pick<Delivery, 'id' | 'rowid'>,
  { journal, history }: DeliveryServices,
): boolean {
  if (journal.deliveryContent(id).message !== null) return true
  return history === undefined || (rowid !== null && history.placed([rowid]).length > 0)
}

/** Returns the deliveries as the API shows them, in their order. */
export function deliveryRecords(
  deliveries: readonly ListedDelivery[],
  { history, journal }: Pick<DeliveryServices, 'history'> & { journal?: Pick<JournalReader, 'integrations'> },
): Delivery[] {
  const isRetried = deliveries.some(({ state }) => state === 'retrying')
  const pauses = isRetried && journal !== undefined ? pausesIn(journal.integrations()) : new Map<string, number>()
  const rowids = deliveries.flatMap(({ rowid }) => (rowid === null ? [] : [rowid]))
  const placed = new Map((unlessFailed(() => history?.placed(rowids)) ?? []).map((each) => [each.message.guid, each]))
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
      sender: delivery.isTest ? names.product : (message?.message.sender ?? null),
      created_at: timestamp(createdAtMs),
      settled_at: timestamp(settledAtMs),
      duration_ms: durationMs,
      answer_status: delivery.answerStatus,
      attempts: delivery.attempts,
      next_attempt_at:
        state === 'retrying' && delivery.nextAtMs > 0
          ? timestamp(Math.max(delivery.nextAtMs, pauses.get(integration) ?? 0))
          : null,
      last_error: delivery.lastError,
      is_test: delivery.isTest,
    }
  })
}

/** Maps each plugin whose receiver fails to the Unix milliseconds until which it is handed nothing. */
const pausesIn = (integrations: readonly Pick<IntegrationRow, 'name' | 'manifest'>[]): Map<string, number> =>
  new Map(
    integrations.flatMap(({ name, manifest: { waiting_for: wait, next_attempt_at: at } }) =>
      wait === 'receiver' && typeof at === 'string' ? [[name, Date.parse(at)] as const] : [],
    ),
  )

function conversationsOf(guid: string, { history }: Pick<DeliveryServices, 'history'>): readonly ConversationKey[] {
  const known = unlessFailed(() => history?.conversationKeys(guid)) ?? []
  return known.length === 0 ? conversationsMeant(guid) : known
}
