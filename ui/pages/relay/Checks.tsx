/** The system checks that need attention; nothing while all is well. */
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { HealthName } from '../../../src/contract/health.ts'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import sheet from '../../kit/sheet.module.css'
import { paths } from '../../routes.ts'
import { needsAttention, stateOf, titleOf } from '../health/report-text.ts'
import styles from './Relay.module.css'

const everyMs = 60_000

/** The overview itself says how deliveries and plugins do. */
const saidAbove: readonly HealthName[] = ['waiting', 'dead', 'plugins', 'bridge']

export function Checks() {
  const { data } = useQuery({ ...asking('health_report'), staleTime: everyMs, refetchInterval: everyMs })
  const rows = data?.rows.filter((row) => needsAttention(row) && !saidAbove.includes(row.name)) ?? []
  if (rows.length === 0) return null
  return (
    <Section title={t('relay.checks')}>
      <div className={sheet.sheet}>
        <ul className={styles.held}>
          {rows.map((row) => (
            <li key={row.name}>
              <CircleAlert size={18} aria-hidden className={styles.warning} />
              <span className={styles.nodeWords}>
                <strong>{titleOf(row)}</strong>
                <small>{stateOf(row)}</small>
              </span>
            </li>
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
