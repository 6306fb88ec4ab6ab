/** The last 24 hours of one plugin: a bar for each hour, and how long deliveries took. */
import { useState } from 'react'
import { Link } from 'wouter'
import type { Destination } from '../../../src/contract/overview.ts'
import { timeOf } from '../../catalogue/dates.ts'
import { durationOf } from '../../catalogue/durations.ts'
import { t } from '../../catalogue/texts.ts'
import { paths } from '../../routes.ts'
import { hourWords } from './newest-deliveries.ts'
import styles from './Relay.module.css'

const [height, step, gap] = [40, 10, 2]

export function HourBars({ plugin }: { plugin: Destination }) {
  const { name, display_name: title, hours, latency_ms: latency, failing_since: failingSince } = plugin
  const [looked, setLooked] = useState<number>()
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed))
  const sum = (of: 'delivered' | 'failed') => hours.reduce((total, hour) => total + hour[of], 0)
  const at = looked === undefined ? undefined : hours[looked]
  const took = latency && t('relay.latency', { p50: durationOf(latency.p50), p95: durationOf(latency.p95) })
  return (
    <figure className={styles.chart}>
      <figcaption>
        <Link href={paths.plugins(name)}>
          <bdi>{title}</bdi>
        </Link>
        <span>{at === undefined ? took : hourWords(at)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${hours.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('relay.hours_of', { name: title, delivered: sum('delivered'), failed: sum('failed') })}
        onPointerLeave={() => setLooked(undefined)}
      >
        {hours.map(({ start, delivered, failed }, place) => {
          const [good, bad] = [(delivered / most) * height, (failed / most) * height]
          const [x, width] = [place * step + gap / 2, step - gap]
          return (
            <g key={start} onPointerEnter={() => setLooked(place)}>
              <rect className={styles.room} x={place * step} width={step} height={height} />
              {isFailing(hours, place, failingSince) && (
                <rect className={styles.outage} x={place * step} width={step} height={height} />
              )}
              <rect className={styles.bar} x={x} width={width} y={height - good} height={good} />
              <rect className={styles.lost} x={x} width={width} y={height - good - bad} height={bad} />
              <rect className={styles.ground} x={x} width={width} y={height - 1} height={1} />
            </g>
          )
        })}
      </svg>
      <p className={styles.axis} aria-hidden>
        <span>{timeOf(hours[0]?.start ?? '')}</span>
        <span>{t('relay.now')}</span>
      </p>
    </figure>
  )
}

/** Whether deliveries failed in this hour without a success since. */
function isFailing(hours: Destination['hours'], place: number, since: string | null): boolean {
  const next = hours[place + 1]
  return since !== null && (next === undefined || next.start > since)
}
