/**
 * Reads the deliveries of a hub and the traces of its messages as they exist for a caller. The journal of the relay
 * holds them, and PostgreSQL tells which of their messages the caller's key may see: hidden ones are not listed,
 * counted or found, and no cursor leads past them.
 */
import type { ActionRequest, Actions } from '../../actions/action.ts'
import { getDelivery, isPosition, listDeliveries } from '../../actions/deliveries.ts'
import { deliveriesAsked } from '../../actions/delivery-records.ts'
import { messageTrace } from '../../actions/message-trace.ts'
import { GrantedDeliveries } from '../../actions/narrowed/granted-deliveries.ts'
import type { JournalService, Services } from '../../actions/services.ts'
import type { Delivery, DeliveryDetails, DeliveryPage } from '../../contract/delivery.ts'
import type { Input } from '../../contract/endpoints.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { PlacedMessage } from '../../contract/placed-message.ts'
import type { DeliveryQuery, ListedDelivery } from '../../store/journal/delivery-list.ts'
import type { Sql } from '../store/database.ts'
import { conversationsOf, seenAmong } from '../store/history.ts'
import { hubGuid, ofHubGuid } from '../store/ids.ts'
import { relayKey } from '../store/relay-key.ts'
import type { HubHistory } from './hub-history.ts'

export interface HubDeliveriesDeps {
  sql: Sql
  /** The journal of the relay, with the deliveries of all messages. */
  journal: JournalService
  historyOf(request: ActionRequest): HubHistory
  nowMs(): number
}

export function deliveryActions(deps: HubDeliveriesDeps) {
  return {
    list_deliveries: (query, services, request) => new HubDeliveries(deps, services, request).list(query),
    get_delivery: ({ id }, services, request) => new HubDeliveries(deps, services, request).find(id),
    message_trace: ({ rowid }, services, request) => new HubDeliveries(deps, services, request).trace(rowid),
  } satisfies Partial<Actions>
}

interface Known {
  placed?: readonly PlacedMessage[]
  keys?: readonly ConversationKey[]
  journal?: Partial<JournalService> | undefined
}

/** Returns the services with a history that holds only what was read before. */
export const over = (services: Services, { placed = [], keys = [], journal }: Known): Services =>
  Object.assign(Object.create(services), {
    history: { placed: () => placed, conversationKeys: () => keys },
    ...(journal && { journal }),
  })

const none: DeliveryPage = { deliveries: [], cursor: null }

class HubDeliveries {
  readonly #sql: Sql
  readonly #journal: JournalService
  readonly #services: Services
  readonly #request: ActionRequest
  readonly #history: HubHistory
  /** Undefined for a caller without a grant. */
  readonly #granted: GrantedDeliveries | undefined

  constructor({ sql, journal, historyOf, nowMs }: HubDeliveriesDeps, services: Services, request: ActionRequest) {
    this.#sql = sql
    this.#journal = journal
    this.#services = services
    this.#request = request
    this.#history = historyOf(request)
    const { grant } = request.caller
    this.#granted = grant === null ? undefined : new GrantedDeliveries(grant, nowMs())
  }

  async list(query: Input<'list_deliveries'>): Promise<DeliveryPage> {
    const { conversation, cursor } = query
    const found = conversation === undefined ? undefined : await this.#history.found(conversation)
    const keys = found === undefined ? [] : [relayKey(found)]
    const journal = await this.#journalFor(cursor)
    if (this.#granted !== undefined && (isPosition(cursor) || (conversation !== undefined && found === undefined)))
      return none
    const asked = deliveriesAsked(query, over(this.#services, { keys, journal }))
    const deliveries = await this.#deliveries(asked)
    const placed = await this.#placed(deliveries.map(({ rowid }) => rowid))
    const known = { keys, placed, journal: { ...journal, deliveries: () => deliveries } }
    const page = await listDeliveries(query, over(this.#services, known), this.#request)
    return { ...page, deliveries: page.deliveries.map(asOnHub) }
  }

  /** Finds one delivery. Throws `delivery_not_found`. */
  async find(id: string): Promise<DeliveryDetails> {
    const journal = await this.#journalFor(id)
    const { rowid = null } = journal.delivery?.(id)?.delivery ?? {}
    const placed = await this.#placed([rowid])
    return asOnHub(await getDelivery({ id }, over(this.#services, { placed, journal }), this.#request))
  }

  /** Returns the trace of a message. Throws `message_not_found`. */
  async trace(rowid: number) {
    const [journal, granted] = [this.#journal, this.#granted]
    const limited: Partial<JournalService> | undefined = granted && {
      // Hidden messages have no GUID here either.
      guidAt: () => undefined,
      trace(guid) {
        const found = journal.trace(guid)
        return found && granted.shownTrace(found)
      },
    }
    const known = { placed: await this.#placed([rowid]), journal: limited ?? journal }
    const trace = await messageTrace({ rowid }, over(this.#services, known), this.#request)
    return { ...trace, guid: plain(trace.guid) }
  }

  /** Returns the journal; for a limited key, one in which a hidden delivery does not exist. */
  async #journalFor(id: string | undefined): Promise<Partial<JournalService>> {
    const [journal, granted] = [this.#journal, this.#granted]
    if (granted === undefined) return journal
    const found = id === undefined ? undefined : journal.delivery(id)
    const isSeen = found !== undefined && (await this.#visible([found.delivery])).length > 0
    return {
      integrations: () => journal.integrations(),
      delivery: (one) => (isSeen && one === id ? granted.shownWhole(found) : undefined),
    }
  }

  async #deliveries(asked: DeliveryQuery): Promise<ListedDelivery[]> {
    const [journal, granted] = [this.#journal, this.#granted]
    if (granted === undefined) return journal.deliveries(asked)
    const found: ListedDelivery[] = []
    for (const page of granted.pages(journal, asked, await this.#keysSeen())) {
      found.push(...(await this.#visible(page)).map(granted.shown))
      if (found.length >= asked.limit) break
    }
    return found.slice(0, asked.limit)
  }

  /** Returns the conversations that the key sees if they are few, so that only their deliveries are read. */
  async #keysSeen(): Promise<ConversationKey[] | undefined> {
    const view = await this.#history.view()
    return view.only && (await conversationsOf(this.#sql, view.only, view)).map(relayKey)
  }

  async #visible(deliveries: readonly ListedDelivery[]): Promise<ListedDelivery[]> {
    const rowids = deliveries.flatMap(({ rowid }) => rowid ?? [])
    if (rowids.length === 0) return []
    const seen = await seenAmong(this.#sql, { rowids }, await this.#history.view())
    const guids = new Set(seen.filter((one) => !one.is_gone).map(({ line, guid }) => hubGuid(line, guid)))
    return deliveries.filter(({ guid, isTest }) => !isTest && guids.has(guid))
  }

  /**
   * Returns messages as they appear to the caller, under the GUIDs that the journal uses, which begin with the number
   * of the line.
   */
  async #placed(rowids: readonly (number | null)[]): Promise<PlacedMessage[]> {
    const wanted = rowids.filter((rowid) => rowid !== null)
    if (wanted.length === 0) return []
    return (await this.#history.placed({ rowids: wanted })).map((placed) => ({
      ...placed,
      message: { ...placed.message, guid: hubGuid(lineIn(placed), placed.message.guid) },
    }))
  }
}

const lineIn = ({ conversation_guid: guid }: PlacedMessage): number => ofHubGuid(guid)?.line ?? 0

export const plain = (guid: string): string => ofHubGuid(guid)?.guid ?? guid

const asOnHub = <D extends Delivery>(delivery: D): D => ({ ...delivery, message_guid: plain(delivery.message_guid) })
