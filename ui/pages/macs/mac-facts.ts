/** Says how a Mac of a hub fares, in parts that stand beside its name. */
import type { Mac } from '../../../src/contract/mac.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { spanOf } from '../../catalogue/spans.ts'
import { t } from '../../catalogue/texts.ts'

export function factsOf(mac: Mac): string[] {
  const { name, line, state, version, last_seen_at: seen, refused } = mac
  const { lag, waiting_orders: orders, oldest_order_at: oldest, history_complete: hasAll } = mac
  const isThere = state === 'connected' || state === 'silent'
  return [
    line.name === name ? undefined : t('people.of_line', { line: line.name }),
    version === null ? undefined : t('macs.version', { version }),
    isThere && lag !== null && lag.events > 0
      ? t('macs.lag', { count: lag.events, time: spanOf(lag.seconds) })
      : undefined,
    isThere && seen !== null && !hasAll ? t('macs.reading_history') : undefined,
    oldest === null || !isThere ? undefined : t('macs.orders_since', { count: orders, time: whenOf(oldest) }),
    refused === 0 ? undefined : t('macs.refused', { count: refused }),
  ].filter((fact) => fact !== undefined)
}
