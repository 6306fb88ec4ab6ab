/** The system checks that need attention, each with what to do about it; nothing while all is well. */
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { HealthName, HealthRow } from '../../../src/contract/health.ts'
import { asking } from '../../api/ask.ts'
import type { FindingWords } from '../../catalogue/finding-words.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import sheet from '../../kit/sheet.module.css'
import { paths } from '../../routes.ts'
import { FixButton } from '../health/FixButton.tsx'
import { findingOf, needsAttention, stateOf, titleOf } from '../health/report-text.ts'
import { useFindingWords } from '../health/use-finding-words.ts'
import styles from './Relay.module.css'

const everyMs = 60_000

/** The overview itself says how deliveries and plugins do. */
const saidAbove: readonly HealthName[] = ['waiting', 'dead', 'plugins', 'bridge']

export function Checks() {
  const { data } = useQuery({ ...asking('health_report'), staleTime: everyMs, refetchInterval: everyMs })
  const say = useFindingWords()
  const rows = data?.rows.filter((row) => needsAttention(row) && !saidAbove.includes(row.name)) ?? []
  if (rows.length === 0 || say === undefined) return null
  return (
    <Section title={t('relay.checks')}>
      <div className={sheet.sheet}>
        <ul className={styles.held}>
          {rows.map((row) => (
            <Check key={row.name} row={row} say={say} />
          ))}
        </ul>
      </div>
      <div>
        <LinkButton kind="quiet" size="small" href={paths.health()}>
          {t('relay.checks_all')}
        </LinkButton>
      </div>
    </Section>
  )
}

function Check({ row, say }: { row: HealthRow; say: FindingWords }) {
  const said = findingOf(row, say) ?? { text: stateOf(row) }
  return (
    <li data-state={row.state}>
      <CircleAlert size={18} aria-hidden className={styles.severity} />
      <span className={styles.nodeWords}>
        <strong>{titleOf(row)}</strong>
        <small lang={said.lang} dir="auto">
          {said.text}
        </small>
      </span>
      {row.fix !== null && (
        <span className={styles.fix}>
          <FixButton row={row} />
        </span>
      )}
    </li>
  )
}
