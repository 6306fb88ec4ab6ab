/**
 * The deliveries of a hub and what became of its messages, as they exist for whoever asks. The journal of the relay has them, and
 * PostgreSQL says which of their messages are in the part of a key: what is hidden is not listed, counted, found or led past.
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
  /** That of the relay, with the deliveries of all messages. */
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

/** The services, with a history that has only what was read before. */
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
  /** Undefined for a caller whom nothing limits. */
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

  /** Throws `delivery_not_found`. */
  async find(id: string): Promise<DeliveryDetails> {
    const journal = await this.#journalFor(id)
    const { rowid = null } = journal.delivery?.(id)?.delivery ?? {}
    const placed = await this.#placed([rowid])
    return asOnHub(await getDelivery({ id }, over(this.#services, { placed, journal }), this.#request))
  }

  /** Throws `message_not_found`. */
  async trace(rowid: number) {
    const [journal, granted] = [this.#journal, this.#granted]
    const limited: Partial<JournalService> | undefined = granted && {
      // What is hidden has no GUID here either.
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

  /** The journal; for a limited key one in which a delivery that is hidden does not exist. */
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

  /** Of a key that sees few conversations only theirs are read. */
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

  /** Messages as they appear for the caller, with the GUIDs that the journal has: those have the line before them. */
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
