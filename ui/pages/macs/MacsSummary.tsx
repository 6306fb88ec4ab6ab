/** Sums up the Macs of a hub: how many are connected, how far the hub is behind them, and how much waits for them. */
import type { Mac } from '../../../src/contract/mac.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { countOf } from '../../catalogue/numbers.ts'
import { spanOf } from '../../catalogue/spans.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Macs.module.css'
import { summaryOf } from './macs-summary.ts'

export function MacsSummary({ macs }: { macs: readonly Mac[] }) {
  const { connected, joined, lag, orders, oldestOrderAt } = summaryOf(macs)
  const facts = [
    {
      title: t('macs.connected_count'),
      value: t('macs.of_all', { count: connected, all: countOf(joined) }),
      isTrouble: connected < joined,
    },
    {
      title: t('macs.behind'),
      value:
        lag === undefined ? t('macs.nothing_behind') : t('macs.lag', { count: lag.events, time: spanOf(lag.seconds) }),
      isTrouble: false,
    },
    {
      title: t('macs.orders_title'),
      value:
        oldestOrderAt === null
          ? t('macs.no_orders')
          : t('macs.orders_since', { count: orders, time: whenOf(oldestOrderAt) }),
      isTrouble: false,
    },
  ]
  return (
    <dl className={styles.summary}>
      {facts.map(({ title, value, isTrouble }) => (
        <div key={title} data-trouble={isTrouble || undefined}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
