/** The messages of a range: totals, messages by hour and by day, and the top contacts. */
import type { ReactNode } from 'react'
import type { Statistics } from '../../../src/contract/statistics.ts'
import { countOf } from '../../catalogue/numbers.ts'
import { locale, t } from '../../catalogue/texts.ts'
import { Section } from '../../kit/PageFrame.tsx'
import sheet from '../../kit/sheet.module.css'
import { BarChart } from './BarChart.tsx'
import { ChartSection } from './ChartSection.tsx'
import { type Count, CountTable } from './CountTable.tsx'
import styles from './Statistics.module.css'
import { dayNames, firstDayOf, hourName, inWeekOrder } from './week.ts'

export function Figures({ statistics }: { statistics: Statistics }) {
  const { sent_total, received_total, by_hour, by_day, top_contacts } = statistics
  const [short, long] = [dayNames(locale(), 'short'), dayNames(locale(), 'long')]
  const days = by_day.map((count, day) => ({ name: long[day] ?? '', short: short[day] ?? '', count }))
  const hours = by_hour.map((count, hour) => ({ name: hourName(locale(), hour), short: String(hour), count }))
  return (
    <>
      <Section title={t('statistics.messages')} hint={t('statistics.messages_hint')}>
        <Tiles>
          <Tile name={t('statistics.sent')} value={countOf(sent_total)} />
          <Tile name={t('statistics.received')} value={countOf(received_total)} />
        </Tiles>
      </Section>
      <BarChart title={t('statistics.by_hour')} of={t('statistics.hour')} bars={hours} namedEvery={3} />
      <BarChart
        title={t('statistics.by_day')}
        of={t('statistics.day')}
        bars={inWeekOrder(days, firstDayOf(locale()))}
      />
      {top_contacts.length === 0 ? (
        <Section title={t('statistics.top')}>
          <p>{t('statistics.nobody')}</p>
        </Section>
      ) : (
        <RankChart title={t('statistics.top')} of={t('statistics.contact')} counts={top_contacts} />
      )}
    </>
  )
}

export const Tiles = ({ children }: { children: ReactNode }) => <dl className={styles.tiles}>{children}</dl>

interface TileProps {
  name: string
  value: string
  more?: string | null
}

export const Tile = ({ name, value, more }: TileProps) => (
  <div className={`${sheet.sheet} ${styles.tile}`}>
    <dt>{name}</dt>
    <dd>{value}</dd>
    {more && <dd className={styles.more}>{more}</dd>}
  </div>
)

interface Props {
  title: string
  of: string
  counts: readonly Count[]
}

/** A ranked list of counts: a row for each, with a bar and its exact value. */
export function RankChart({ title, of, counts }: Props) {
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <ChartSection title={title} table={<CountTable of={of} counts={counts} />}>
      <ol className={styles.ranks}>
        {counts.map(({ name, count }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people can have the same name
          <li key={place}>
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
