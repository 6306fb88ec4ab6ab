/**
 * The health page: the state of every part of the service, a remedy for each problem, and the whole report as text to
 * copy.
 */
import type { HealthReport } from '../../../src/contract/health.ts'
import type { FindingWords } from '../../catalogue/finding-words.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { copy } from '../../kit/copy.ts'
import { PageFrame, Section } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { Beats } from './Beats.tsx'
import styles from './HealthPage.module.css'
import { ClockRow, HealthRows } from './HealthRows.tsx'
import { RecentErrors } from './RecentErrors.tsx'
import { useHealth } from './use-health.ts'
import { asText, clockSkewS, needsLook } from './words.ts'

export default function HealthPage() {
  const { shown, error, again } = useHealth()
  return (
    <PageFrame title={t('shell.health')} lead={t('health.lead')} actions={<Actions {...shown} />}>
      {error !== null && <ErrorState error={error} onRetry={again} />}
      {shown === undefined && error === null && <Skeleton rows={10} height={44} />}
      {shown !== undefined && <Report {...shown} />}
    </PageFrame>
  )
}

interface Shown {
  report: HealthReport
  say: FindingWords
  seenMs: number
}

function Actions({ report, say }: Partial<Shown>) {
  const copyReport = () => {
    if (report === undefined || say === undefined) return
    copy(asText(report, say))
  }
  return (
    <>
      {/* The setup page is a separate entry of the build, so this is a plain link. */}
      <a className={styles.setup} href="/setup">
        {t('health.setup')}
      </a>
      <Button onClick={copyReport} disabled={report === undefined}>
        {t('health.copy')}
      </Button>
    </>
  )
}

function Report({ report, say, seenMs }: Shown) {
  const { rows, beats, features, recent_errors: errors } = report
  const troubled = rows.filter(needsLook)
  return (
    <>
      <p className={styles.summary} role="status" data-troubled={troubled.length > 0}>
        {troubled.length === 0 ? t('health.all_well') : t('health.trouble', { count: troubled.length })}
      </p>
      {troubled.length > 0 && <HealthRows rows={troubled} say={say} />}
      <Section title={t('health.bridge_beats')}>
        <Beats ages={beats} />
      </Section>
      <Section title={t(troubled.length > 0 ? 'health.rest' : 'health.parts')}>
        <HealthRows rows={rows.filter((row) => !needsLook(row))} say={say}>
          <ClockRow seconds={clockSkewS(report.at, seenMs)} />
        </HealthRows>
      </Section>
      <Section title={t('health.versions')}>
        <p className={styles.versions} dir="ltr">
          {`${report.release} (${report.build}) · Node ${report.node} · macOS ${report.macos ?? '–'} · ${report.os}`}
        </p>
        <p className={styles.quiet}>{`${t('health.features')}: ${features.join(', ')}`}</p>
      </Section>
      <RecentErrors errors={errors} />
    </>
  )
}
