/** Counts as bars: each says its exact value when it is looked at, and all stand in a table, too. */
import { useId, useState } from 'react'
import { locale, t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import styles from './Statistics.module.css'

export interface Bar {
  name: string
  /** As long as there is room for. */
  short: string
  count: number
}

interface Props {
  title: string
  /** Heading of the names. */
  of: string
  bars: readonly Bar[]
  /** Only every so many is named below. */
  namedEvery?: number
}

export function BarChart({ title, of, bars, namedEvery = 1 }: Props) {
  const [isTable, setTable] = useState(false)
  const [looked, setLooked] = useState<number>()
  const id = useId()
  const at = looked === undefined ? undefined : bars[looked]
  return (
    <Section title={title}>
      <div className={styles.chartHead}>
        <output className={styles.value}>{at && sentenceOf(at)}</output>
        <Button kind="quiet" size="small" aria-expanded={isTable} aria-controls={id} onClick={() => setTable(!isTable)}>
          {t(isTable ? 'statistics.as_bars' : 'statistics.as_table')}
        </Button>
      </div>
      <div id={id}>
        {isTable ? <CountTable of={of} rows={bars} /> : <Bars {...{ bars, namedEvery }} onLook={setLooked} />}
      </div>
    </Section>
  )
}

const height = 120
const width = 100

function Bars({
  bars,
  namedEvery,
  onLook,
}: Required<Pick<Props, 'bars' | 'namedEvery'>> & { onLook: (at?: number) => void }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ol className={styles.bars} onMouseLeave={() => onLook()}>
      {bars.map((bar, at) => (
        <li key={bar.name}>
          <button
            type="button"
            aria-label={sentenceOf(bar)}
            onFocus={() => onLook(at)}
            onBlur={() => onLook()}
            onMouseEnter={() => onLook(at)}
          >
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
              <rect x="8" width="84" y={height - (bar.count / most) * height} height={(bar.count / most) * height} />
            </svg>
          </button>
          <span aria-hidden>{at % namedEvery === 0 ? bar.short : ''}</span>
        </li>
      ))}
    </ol>
  )
}

export const CountTable = ({ of, rows }: { of: string; rows: readonly Pick<Bar, 'name' | 'count'>[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col">{t('statistics.messages')}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, count }) => (
        <tr key={name}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          <td>{count.toLocaleString(locale())}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const sentenceOf = ({ name, count }: Bar): string => t('statistics.bar', { name, count })
