/** A section of the statistics that switches between a chart and a table of the same. */
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import styles from './Statistics.module.css'

interface Props {
  title: string
  table: ReactNode
  /** The exact value of the bar under the pointer or focus; empty while there is none, so that its line stays. */
  value?: ReactNode
  children: ReactNode
}

export function ChartSection({ title, table, value, children }: Props) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <Section
      title={title}
      action={
        <Button kind="quiet" size="small" aria-expanded={isTable} aria-controls={id} onClick={() => setTable(!isTable)}>
          {t(isTable ? 'statistics.as_bars' : 'statistics.as_table')}
          <span className="visually-hidden">{` · ${title}`}</span>
        </Button>
      }
    >
      {value !== undefined && <output className={styles.value}>{value}</output>}
      <div id={id}>{isTable ? table : children}</div>
    </Section>
  )
}
