/** How every part of the service fares, each trouble with its remedy, and all of it as text to take along. */
import { useQuery } from '@tanstack/react-query'
import type { HealthReport, HealthRow } from '../../../src/contract/health.ts'
import { asking } from '../../api/ask.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { Card, PageFrame, Section } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { notify } from '../../state/toasts.ts'
import { Beats } from './Beats.tsx'
import { FixButton } from './FixButton.tsx'
import styles from './HealthPage.module.css'
import { asText, clockSkewS, figureOf, needsLook, stateOf, titleOf } from './words.ts'

const everyMs = 5_000

export default function HealthPage() {
  const {
    data: report,
    error,
    refetch,
    dataUpdatedAt,
  } = useQuery({
    ...asking('health_report'),
    staleTime: 0,
    refetchInterval: everyMs,
  })
  const copy = () => report && void navigator.clipboard.writeText(asText(report)).then(() => notify(t('kit.copied')))
  return (
    <PageFrame
      title={t('shell.health')}
      lead={t('health.lead')}
      actions={
        <>
          <a className={styles.setup} href="/setup">
            {t('health.setup')}
          </a>
          <Button onClick={copy} disabled={report === undefined}>
            {t('health.copy')}
          </Button>
        </>
      }
    >
      {report === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {report === undefined && error === null && <Skeleton rows={10} height={44} />}
      {report !== undefined && <Report report={report} seenMs={dataUpdatedAt} />}
    </PageFrame>
  )
}

function Report({ report, seenMs }: { report: HealthReport; seenMs: number }) {
  const { rows, beats, features, recent_errors: errors } = report
  const troubled = rows.filter(needsLook).length
  return (
    <>
      <p className={styles.summary} role="status" data-troubled={troubled > 0}>
        {troubled === 0 ? t('health.all_well') : t('health.trouble', { count: troubled })}
      </p>
      <Beats ages={beats} />
      <Card>
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
        <div className={styles.row}>
          <span>{t('health.clock')}</span>
          <span className={styles.value}>{figureOf({ value: clockSkewS(report.at, seenMs), unit: 'seconds' })}</span>
        </div>
      </Card>
      <Section title={t('health.versions')}>
        <p className={styles.versions} dir="ltr">
          {`${report.release} (${report.build}) · Node ${report.node} · macOS ${report.macos ?? '–'} · ${report.os}`}
        </p>
        <p className={styles.quiet}>{`${t('health.features')}: ${features.join(', ')}`}</p>
      </Section>
      {errors.length > 0 && (
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
      )}
    </>
  )
}

const Row = ({ row }: { row: HealthRow }) => (
  <div className={styles.row} data-state={row.state}>
    <span>{titleOf(row)}</span>
    <span className={styles.value}>{figureOf(row)}</span>
    <span className={styles.state}>{stateOf(row)}</span>
    {row.message !== null && (
      <p className={styles.message} lang="en">
        {row.message}
      </p>
    )}
    {row.fix !== null && <FixButton fix={row.fix} about={titleOf(row)} />}
  </div>
)
