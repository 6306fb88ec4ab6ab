/** Bars over an axis, which show the exact value of the bar under the pointer or focus. */
import { type ReactNode, useState } from 'react'
import { ChartSection } from './ChartSection.tsx'
import styles from './Statistics.module.css'

export interface NamedBar {
  name: string
  /** A name short enough for the axis. */
  short: string
}

interface Props<B extends NamedBar> {
  title: string
  table: ReactNode
  bars: readonly B[]
  /** Labels only every nth bar. */
  namedEvery: number
  sentenceOf(bar: B): string
  /** Draws a bar within `barSpace` as rectangles. */
  draw(bar: B): ReactNode
  /** Stands in the place of the value while no bar is looked at. */
  legend?: ReactNode
}

export const barSpace = { width: 100, height: 120 }

export function BarSection<B extends NamedBar>({ title, table, bars, namedEvery, sentenceOf, draw, legend }: Props<B>) {
  const [looked, setLooked] = useState<number>()
  const at = looked === undefined ? undefined : bars[looked]
  return (
    <ChartSection title={title} table={table} value={at === undefined ? (legend ?? '') : sentenceOf(at)}>
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
              <svg viewBox={`0 0 ${barSpace.width} ${barSpace.height}`} preserveAspectRatio="none" aria-hidden="true">
                {draw(bar)}
              </svg>
            </button>
            <span aria-hidden>{place % namedEvery === 0 ? bar.short : ''}</span>
          </li>
        ))}
      </ol>
    </ChartSection>
  )
}
