/** A bar chart that shows the exact value of the bar under the pointer or focus. */
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { ChartSection } from './ChartSection.tsx'
import type { Count } from './CountTable.tsx'
import styles from './Statistics.module.css'

export interface Bar extends Count {
  /** A name short enough for the axis. */
  short: string
}

interface Props {
  title: string
  of: string
  bars: readonly Bar[]
  /** Labels only every nth bar. */
  namedEvery?: number
}

const height = 120
const width = 100

export function BarChart({ title, of, bars, namedEvery = 1 }: Props) {
  const [looked, setLooked] = useState<number>()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const at = looked === undefined ? undefined : bars[looked]
  return (
    <ChartSection title={title} of={of} counts={bars} value={at && sentenceOf(at)}>
      <ol className={styles.bars} onMouseLeave={() => setLooked(undefined)}>
        {bars.map((bar, place) => (
          <li key={bar.name}>
            <button
              type="button"
              aria-label={sentenceOf(bar)}
              onFocus={() => setLooked(place)}
              onBlur={() => setLooked(undefined)}
              onMouseEnter={() => setLooked(place)}
            >
              <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
                <rect x="8" width="84" y={height - (bar.count / most) * height} height={(bar.count / most) * height} />
              </svg>
            </button>
            <span aria-hidden>{place % namedEvery === 0 ? bar.short : ''}</span>
          </li>
        ))}
      </ol>
    </ChartSection>
  )
}

const sentenceOf = ({ name, count }: Count): string => t('statistics.bar', { name, count })
