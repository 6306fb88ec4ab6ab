/**
 * The health page: the state of every part of the service, a remedy for each problem, and the whole report as text to
 * copy.
 */

import { useQuery } from '@tanstack/react-query'
import type { HealthReport } from '../../../src/contract/health.ts'
import type { LogEntry } from '../../../src/contract/log-entry.ts'
import { isHub } from '../../api/answers.ts'
import { asking } from '../../api/ask.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import type { FindingWords } from '../../catalogue/finding-words.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { copy } from '../../kit/copy.ts'
import { Card, Columns, PageFrame, Section } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import styles from './HealthPage.module.css'
import { ClockRow, HealthRows } from './HealthRows.tsx'
import { beatBars, shownHeartbeats } from './heartbeat-bars.ts'
import { asText, clockSkewS, needsAttention, versionsOf } from './report-text.ts'
import { useFindingWords } from './use-finding-words.ts'

export default function HealthPage() {
  const { shown, error, again } = useHealth()
  return (
    <PageFrame
      title={t('shell.health')}
      lead={t(isHub ? 'health.lead_hub' : 'health.lead')}
      actions={<Actions {...shown} />}
    >
      {error !== null && <ErrorState error={error} onRetry={again} />}
      {shown === undefined && error === null && <Skeleton rows={10} height={44} />}
      {shown !== undefined && <Report {...shown} />}
    </PageFrame>
  )
}

interface ShownReport {
  report: HealthReport
  say: FindingWords
  seenMs: number
}

function Actions({ report, say }: Partial<ShownReport>) {
  const copyReport = () => {
    if (report === undefined || say === undefined) return
    copy(asText(report, say))
  }
  return (
    <>
      {/* The setup page is a separate entry of the build, so this is a plain link. */}
      {!isHub && (
        <a className={styles.setup} href="/setup">
          {t('health.setup')}
        </a>
      )}
      <Button onClick={copyReport} disabled={report === undefined}>
        {t('health.copy')}
      </Button>
    </>
  )
}

function Report({ report, say, seenMs }: ShownReport) {
  const { rows, beats, features, recent_errors: errors } = report
  const troubled = rows.filter(needsAttention)
  return (
    <>
      <p className={styles.summary} role="status" data-troubled={troubled.length > 0}>
        {troubled.length === 0 ? t('health.all_well') : t('health.trouble', { count: troubled.length })}
      </p>
      {troubled.length > 0 && <HealthRows rows={troubled} say={say} />}
      <Columns
        beside={
          <>
            {!isHub && (
              <Section title={t('health.bridge_beats')}>
                <Heartbeats ages={beats} />
              </Section>
            )}
            <Section title={t('health.versions')}>
              <p className={styles.versions} dir="ltr">
                {versionsOf(report)}
              </p>
              {features.length > 0 && (
                <p className={styles.quiet}>{`${t('health.features')}: ${features.join(', ')}`}</p>
              )}
            </Section>
            <RecentErrors errors={errors} />
          </>
        }
      >
        <Section title={t(troubled.length > 0 ? 'health.rest' : 'health.parts')}>
          <HealthRows rows={rows.filter((row) => !needsAttention(row))} say={say}>
            <ClockRow seconds={clockSkewS(report.at, seenMs)} />
          </HealthRows>
        </Section>
      </Columns>
    </>
  )
}

const everyMs = 5_000

/** Polls the health report while the page is open, and loads the sentences for its findings. */
function useHealth() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...asking('health_report'),
    staleTime: 0,
    refetchInterval: everyMs,
  })
  const say = useFindingWords()
  const shown = data === undefined || say === undefined ? undefined : { report: data, say, seenMs: dataUpdatedAt }
  return { shown, error: data === undefined ? error : null, again: () => void refetch() }
}

const [height, step] = [36, 10]
const width = shownHeartbeats * step

/**
 * A bar chart of the bridge's heartbeats over the last minutes, newest at the end: the fresher the heartbeat, the
 * higher the bar.
 */
function Heartbeats({ ages }: { ages: readonly (number | null)[] }) {
  const last = ages.at(-1)
  const label =
    last === undefined || last === null ? t('health.beats_none') : t('health.beats', { seconds: Math.round(last) })
  return (
    <svg className={styles.beats} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
      <title>{label}</title>
      {beatBars(ages).map(({ is, share }, place) => {
        const size = Math.max(2, share * height)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a heartbeat has no key but its position
            key={place}
            className={styles[is]}
            x={place * step + 1}
            y={height - size}
            width={step - 2}
            height={size}
          />
        )
      })}
    </svg>
  )
}

/** Lists recent errors, newest first. */
const RecentErrors = ({ errors }: { errors: readonly LogEntry[] }) =>
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
