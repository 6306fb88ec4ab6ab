/** Lists recent errors, newest first. */
import type { LogEntry } from '../../../src/contract/log-entry.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Card, Section } from '../../kit/PageFrame.tsx'
import styles from './HealthPage.module.css'

export const RecentErrors = ({ errors }: { errors: readonly LogEntry[] }) =>
  errors.length > 0 && (
    <Section title={t('health.errors')}>
      <Card>
        {errors.toReversed().map(({ ts, source, msg }) => (
          <p key={`${ts}${msg}`} className={styles.error}>
            <span className={styles.quiet}>{`${dateAndTimeOf(ts)} · ${source}`}</span>
            <span dir="auto">{msg}</span>
          </p>
        ))}
      </Card>
    </Section>
  )
