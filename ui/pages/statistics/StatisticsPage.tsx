/**
 * The statistics page: what was relayed, and how much is written, with whom and when. It counts unless the plugin for it
 * is off.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Statistics, StatisticsRange } from '../../../src/contract/statistics.ts'
import { isHub } from '../../api/answers.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { LineFilter } from '../../parts/lines/lines.tsx'
import { ofLine } from '../../state/line.ts'
import { useChosenLine } from '../../state/use-chosen-line.ts'
import { Figures } from './Figures.tsx'
import { RelayFigures } from './RelayFigures.tsx'
import styles from './Statistics.module.css'

const ranges: readonly StatisticsRange[] = ['24h', '7d', '30d', '90d', '365d', 'all']

export default function StatisticsPage() {
  const [range, setRange] = useState<StatisticsRange>('7d')
  const line = useChosenLine()
  const { data, error, refetch } = useQuery({
    ...asking('statistics', { range, ...ofLine(line) }),
    placeholderData: (before) => before,
  })
  const choice = data?.enabled === true && (
    <>
      <LineFilter />
      <label className={styles.range}>
        <span>{t('statistics.range')}</span>
        <select value={range} onChange={({ currentTarget }) => setRange(currentTarget.value as StatisticsRange)}>
          {ranges.map((each) => (
            <option key={each} value={each}>
              {t(`statistics.range_${each}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
  return (
    <PageFrame
      title={t('shell.statistics')}
      lead={t(isHub ? 'statistics.lead_hub' : 'statistics.lead')}
      actions={choice || undefined}
    >
      {error !== null && data === undefined && <ErrorState error={error} onRetry={refetch} />}
      {error === null && data === undefined && <Skeleton />}
      {data !== undefined &&
        (data.enabled ? <Shown statistics={data} isOfLine={line !== undefined} /> : <EnableStatistics />)}
    </PageFrame>
  )
}

/** Shows the statistics. The number of relayed messages is that of all lines. */
const Shown = ({ statistics, isOfLine }: { statistics: Statistics; isOfLine: boolean }) => (
  <>
    {!isOfLine && <RelayFigures relay={statistics.relay} />}
    <Figures statistics={statistics} />
  </>
)

/** A plugin does the counting; it can be switched off again on the plugins page. */
const plugin = 'stats'

/** Stands in for the statistics while counting is off, with a button that turns it on. */
function EnableStatistics() {
  const queries = useQueryClient()
  const enable = useMutation({
    mutationFn: () => client.change_settings({ integrations: { [plugin]: { enabled: true } } }),
    onSuccess: () => queries.invalidateQueries(),
    onError: complain,
  })
  return (
    <EmptyState
      title={t('statistics.off')}
      hint={t('statistics.off_hint')}
      action={
        <Button kind="primary" disabled={enable.isPending} onClick={() => enable.mutate()}>
          {t('statistics.enable')}
        </Button>
      }
    />
  )
}
