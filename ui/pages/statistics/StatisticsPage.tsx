/**
 * The statistics page: how much is written, with whom and when. Messages are counted only while the plugin for it is
 * on.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StatisticsRange } from '../../../src/contract/statistics.ts'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { PageFrame } from '../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { EnableStatistics } from './EnableStatistics.tsx'
import { Figures } from './Figures.tsx'
import styles from './Statistics.module.css'

const ranges: readonly StatisticsRange[] = ['30d', '90d', '365d', 'all']

export default function StatisticsPage() {
  const [range, setRange] = useState<StatisticsRange>('all')
  const { data, error, refetch } = useQuery({
    ...asking('statistics', { range }),
    placeholderData: (before) => before,
  })
  const choice = data?.enabled === true && (
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
  )
  return (
    <PageFrame title={t('shell.statistics')} lead={t('statistics.lead')} actions={choice || undefined}>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={refetch} />}
      {error === null && data === undefined && <Skeleton />}
      {data !== undefined && (data.enabled ? <Figures statistics={data} /> : <EnableStatistics />)}
    </PageFrame>
  )
}
