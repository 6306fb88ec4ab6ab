/** Chooses the deliveries that the overview shows: those that fail first, then the newest, each once. */
import type { Delivery, DeliveryPage, DeliveryProgress } from '../../../src/contract/delivery.ts'
import { timeOf, whenOf } from '../../catalogue/dates.ts'
import { durationOf } from '../../catalogue/durations.ts'
import { t } from '../../catalogue/texts.ts'

export const shownDeliveries = 12
/** Failures leave room for what goes well. */
export const shownFailures = 4

export const isFailure = ({ state }: Delivery): boolean => state === 'failed' || state === 'retrying'

/** Takes lists of which each has its newest first. */
export function chosenDeliveries(...lists: readonly (readonly Delivery[])[]): Delivery[] {
  const byId = new Map(lists.flat().map((delivery) => [delivery.id, delivery]))
  const all = [...byId.values()].toSorted((one, other) => other.created_at.localeCompare(one.created_at))
  const failures = all.filter(isFailure).slice(0, shownFailures)
  return [...failures, ...all.filter((delivery) => !isFailure(delivery))].slice(0, shownDeliveries)
}

/** Puts a delivery that was changed into a list of a state, or of all, or takes it out. */
export const withDelivery = (page: DeliveryPage, delivery: Delivery, state?: DeliveryProgress): DeliveryPage => ({
  ...page,
  deliveries: [
    ...(state === undefined || delivery.state === state ? [delivery] : []),
    ...page.deliveries.filter(({ id }) => id !== delivery.id),
  ].slice(0, shownDeliveries),
})

/** The state of a delivery and how long it took, or when it is tried again. */
export function stateWords({ state, duration_ms: took, next_attempt_at: next }: Delivery, nowMs = Date.now()): string {
  switch (state) {
    case 'delivered':
      return took === null ? t('relay.delivered') : t('relay.delivered_in', { duration: durationOf(took) })
    case 'retrying':
      return next === null || Date.parse(next) <= nowMs
        ? t('relay.retrying')
        : t('relay.retrying_at', { time: whenOf(next) })
    case 'failed':
      return t('relay.failed')
    case 'filtered':
      return t('relay.filtered_out')
    case 'queued':
      return t('relay.delivery_queued')
  }
}

/** Names one hour of the last 24 with what happened in it. */
export const hourWords = ({ start, delivered, failed }: { start: string; delivered: number; failed: number }): string =>
  t('relay.hour', { hour: timeOf(start), delivered, failed })
