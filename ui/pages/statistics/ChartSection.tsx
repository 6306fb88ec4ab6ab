/** A section of the statistics that switches between a chart and a table of the same counts. */
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import { type Count, CountTable } from './CountTable.tsx'
import styles from './Statistics.module.css'

interface Props {
  title: string
  /** Column heading of the names. */
  of: string
  counts: readonly Count[]
  /** The exact value of the bar under the pointer or focus. */
  value?: string | undefined
  children: ReactNode
}

export function ChartSection({ title, of, counts, value, children }: Props) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <Section title={title}>
      <div className={styles.chartHead}>
        <output className={styles.value}>{value}</output>
        <Button kind="quiet" size="small" aria-expanded={isTable} aria-controls={id} onClick={() => setTable(!isTable)}>
          {t(isTable ? 'statistics.as_bars' : 'statistics.as_table')}
          <span className="visually-hidden">{` · ${title}`}</span>
        </Button>
      </div>
      <div id={id}>{isTable ? <CountTable of={of} counts={counts} /> : children}</div>
    </Section>
  )
}
