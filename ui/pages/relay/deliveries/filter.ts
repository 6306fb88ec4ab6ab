/** The filter of the list: by plugin, state, conversation and time; the address of the list says it. */
import type { Delivery, DeliveryProgress } from '../../../../src/contract/delivery.ts'
import { boundsOf, rangeIn, type TimeRange, writtenRange } from '../../../parts/time-range/time-range.ts'
import { paths } from '../../../routes.ts'

export interface DeliveryFilter extends TimeRange {
  plugin?: string | undefined
  state?: DeliveryProgress | undefined
  /** GUID of a conversation. */
  conversation?: string | undefined
}

/** The states in the order in which a delivery passes them. */
export const states = ['queued', 'retrying', 'delivered', 'failed', 'filtered'] as const satisfies DeliveryProgress[]

export function filterIn(search: string): DeliveryFilter {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  return {
    plugin: query.get('plugin') ?? undefined,
    state: states.find((one) => one === state),
    conversation: query.get('conversation') ?? undefined,
    ...rangeIn(query),
  }
}

/** `delivery` is the one that is open beside the list. */
export const addressOf = ({ plugin, state, conversation, ...range }: DeliveryFilter, delivery?: string): string =>
  paths.deliveries({ plugin, state, conversation, ...writtenRange(range), delivery })

export const isFiltered = (filter: DeliveryFilter): boolean => addressOf(filter) !== addressOf({})

/** Returns the filter as the service takes it. */
export function questionOf(filter: DeliveryFilter, nowMs = Date.now()) {
  const { plugin, state, conversation } = filter
  const { from, to } = boundsOf(filter, nowMs)
  return {
    ...(plugin !== undefined && { plugin }),
    ...(state !== undefined && { state }),
    ...(conversation !== undefined && { conversation }),
    ...(from !== undefined && { from_ts: from }),
    ...(to !== undefined && { to_ts: to }),
  }
}

/** Whether a delivery that has just changed belongs into the list. */
export function fits(filter: DeliveryFilter, delivery: Delivery, nowMs = Date.now()): boolean {
  const { plugin, state, conversation } = filter
  const { from, to } = boundsOf(filter, nowMs)
  return (
    (plugin === undefined || delivery.plugin === plugin) &&
    (state === undefined || delivery.state === state) &&
    (conversation === undefined || addressIn(delivery.conversation_guid ?? '') === addressIn(conversation)) &&
    (from === undefined || delivery.created_at >= from) &&
    (to === undefined || delivery.created_at < to)
  )
}

/** Messages names a conversation anew under each service; what follows the last semicolon stays. */
const addressIn = (guid: string): string => guid.slice(guid.lastIndexOf(';') + 1)
