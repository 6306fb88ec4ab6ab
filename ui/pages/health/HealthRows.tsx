/** Lists parts of the service, each with its figure, its state and its remedy. */
import type { ReactNode } from 'react'
import type { HealthRow } from '../../../src/contract/health.ts'
import type { FindingWords } from '../../catalogue/finding-words.ts'
import { t } from '../../catalogue/texts.ts'
import { Card } from '../../kit/PageFrame.tsx'
import { FixButton } from './FixButton.tsx'
import styles from './HealthPage.module.css'
import { figureOf, findingOf, keyOf, stateOf, titleOf } from './report-text.ts'

interface Props {
  rows: readonly HealthRow[]
  say: FindingWords
  children?: ReactNode
}

export const HealthRows = ({ rows, say, children }: Props) => (
  <Card>
    {rows.map((row) => (
      <Row key={keyOf(row)} row={row} say={say} />
    ))}
    {children}
  </Card>
)

function Row({ row, say }: { row: HealthRow; say: FindingWords }) {
  const said = findingOf(row, say)
  return (
    <div className={styles.row} data-state={row.state}>
      <span>{titleOf(row)}</span>
      <span className={styles.value}>{figureOf(row)}</span>
      <span className={styles.state}>{stateOf(row)}</span>
      {said !== undefined && (
        <p className={styles.message} lang={said.lang} dir="auto">
          {said.text}
        </p>
      )}
      {row.fix !== null && (
        <span className={styles.fix}>
          <FixButton row={row} />
        </span>
      )}
    </div>
  )
}

export const ClockRow = ({ seconds }: { seconds: number }) => (
  <div className={styles.row}>
    <span>{t('health.clock')}</span>
    <span className={styles.value}>{figureOf({ value: seconds, unit: 'seconds' })}</span>
  </div>
)
