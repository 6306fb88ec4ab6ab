/** The system checks that need attention, each with what to do about it; nothing while all is well. */
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { HealthName, HealthRow } from '../../../src/contract/health.ts'
import { asking } from '../../api/ask.ts'
import type { FindingWords } from '../../catalogue/finding-words.ts'
import { t } from '../../catalogue/texts.ts'
import { MoreLink } from '../../kit/MoreLink.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import sheet from '../../kit/sheet.module.css'
import { paths } from '../../routes.ts'
import { FixButton } from '../health/FixButton.tsx'
import { findingOf, keyOf, needsAttention, stateOf, titleOf } from '../health/report-text.ts'
import { useFindingWords } from '../health/use-finding-words.ts'
import styles from './Relay.module.css'

const everyMs = 60_000

/** The overview itself says how deliveries, plugins and the Macs of a hub do. */
const saidAbove: readonly HealthName[] = ['waiting', 'dead', 'plugins', 'bridge', 'mac', 'alerts']

export function Checks() {
  const { data } = useQuery({ ...asking('health_report'), staleTime: everyMs, refetchInterval: everyMs })
  const say = useFindingWords()
  const checks = data === undefined ? [] : checksIn(data.rows)
  if (checks.length === 0 || say === undefined) return null
  return (
    <Section title={t('relay.checks')}>
      <div className={sheet.sheet}>
        <ul className={styles.held}>
          {checks.map(({ row, title }) => (
            <Check key={keyOf(row)} row={row} title={title} say={say} />
          ))}
        </ul>
      </div>
      <MoreLink href={paths.health()}>{t('relay.checks_all')}</MoreLink>
    </Section>
  )
}

interface ShownCheck {
  row: HealthRow
  title: string
}

/** Turns rows into checks. One command makes both the relay and the page start at login, so that is said once. */
function checksIn(rows: readonly HealthRow[]): ShownCheck[] {
  const shown = rows.filter((row) => needsAttention(row) && !saidAbove.includes(row.name))
  const [bridge, web] = (['agent_bridge', 'agent_web'] as const).map((name) => shown.find((row) => row.name === name))
  const isOne = bridge !== undefined && bridge.finding === web?.finding
  return shown
    .filter((row) => !isOne || row !== web)
    .map((row) => ({ row, title: isOne && row === bridge ? t('health.agents') : titleOf(row) }))
}

function Check({ row, title, say }: ShownCheck & { say: FindingWords }) {
  const said = findingOf(row, say) ?? { text: stateOf(row) }
  return (
    <li data-state={row.state}>
      <CircleAlert size={18} aria-hidden className={styles.severity} />
      <span className={styles.nodeWords}>
        <strong>{title}</strong>
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
