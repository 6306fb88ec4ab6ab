/** A ranked list of counts: a row for each, with a bar and its exact value. */
import { countOf } from '../../catalogue/numbers.ts'
import { ChartSection } from './ChartSection.tsx'
import type { Count } from './CountTable.tsx'
import styles from './Statistics.module.css'

interface Props {
  title: string
  of: string
  counts: readonly Count[]
}

export function RankChart({ title, of, counts }: Props) {
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <ChartSection title={title} of={of} counts={counts}>
      <ol className={styles.ranks}>
        {counts.map(({ name, count }) => (
          <li key={name}>
            <bdi className={styles.rankName}>{name}</bdi>
            <span className={styles.rankCount}>{countOf(count)}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(count / most) * 100} height="1" />
            </svg>
          </li>
        ))}
      </ol>
    </ChartSection>
  )
}
