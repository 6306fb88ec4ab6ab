/** Shows what was relayed in a range: totals, a bar for each time, every plugin, and the people of whom most was relayed. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { RelayStatistics } from '../../../src/contract/statistics.ts'
import { formatOf } from '../../catalogue/dates.ts'
import { durationOf } from '../../catalogue/durations.ts'
import { countOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import { Section } from '../../kit/PageFrame.tsx'
import { paths } from '../../routes.ts'
import { BarSection, barSpace } from './BarSection.tsx'
import { RankChart, Tile, Tiles } from './Figures.tsx'
import { type RelayBar, relayBars } from './relay-bars.ts'
import styles from './Statistics.module.css'

export function RelayFigures({ relay }: { relay: RelayStatistics }) {
  const filtered = relay.filtered.map(({ reason, count }) => ({ name: t(`statistics.reason_${reason}`), count }))
  return (
    <>
      <Section title={t('statistics.relaying')} hint={hintOf(relay)}>
        <Tiles>
          <Tile name={t('statistics.received')} value={countOf(relay.received)} />
          <Tile name={t('statistics.relayed')} value={countOf(relay.relayed)} />
          <Tile name={t('statistics.delivered')} value={countOf(relay.delivered)} />
          <Tile name={t('statistics.failed')} value={countOf(relay.failed)} />
          <Tile name={t('statistics.filtered')} value={countOf(filtered.reduce((sum, { count }) => sum + count, 0))} />
          <Tile
            name={t('statistics.latency')}
            value={relay.latency_ms === null ? '–' : durationOf(relay.latency_ms.p50)}
            more={relay.latency_ms && t('statistics.latency_most', { time: durationOf(relay.latency_ms.p95) })}
          />
        </Tiles>
      </Section>
      <TimeChart bars={relayBars(relay)} step={relay.step} />
      {relay.plugins.length > 0 && (
        <Section title={t('statistics.by_plugin')}>
          <PluginTable plugins={relay.plugins} />
        </Section>
      )}
      {relay.people.length > 0 && (
        <RankChart title={t('statistics.by_person')} of={t('statistics.person')} counts={relay.people} />
      )}
      {filtered.length > 0 && (
        <RankChart title={t('statistics.by_reason')} of={t('statistics.reason')} counts={filtered} />
      )}
    </>
  )
}

/** Says since when there are counts, where the range is longer. */
function hintOf({ since, counted_since: counted }: RelayStatistics): ReactNode {
  if (counted === null) return t('statistics.relay_none')
  if (since !== null && since >= counted) return undefined
  const date = formatOf({ dateStyle: 'long' }).format(new Date(counted))
  return t('statistics.counted_since', { date })
}

/** A bar with failures has a foot of at least this height. */
const leastFoot = 5

function TimeChart({ bars, step }: { bars: readonly RelayBar[]; step: RelayStatistics['step'] }) {
  const { height } = barSpace
  const most = Math.max(1, ...bars.map(({ received, relayed }) => Math.max(received, relayed)))
  const heightOf = (count: number) => (count / most) * height
  return (
    <BarSection
      title={t(step === 'hour' ? 'statistics.over_hours' : 'statistics.over_days')}
      table={<TimeTable bars={bars} />}
      bars={bars}
      namedEvery={bars.length > 7 ? 3 : 1}
      sentenceOf={sentenceOf}
      draw={({ received, relayed, failed }) => (
        <>
          <rect className={styles.held} x="8" width="84" y={height - heightOf(received)} height={heightOf(received)} />
          <rect x="8" width="84" y={height - heightOf(relayed)} height={heightOf(relayed)} />
          {failed > 0 && <rect className={styles.lost} x="8" width="84" y={height - leastFoot} height={leastFoot} />}
        </>
      )}
      legend={<Legend />}
    />
  )
}

const Legend = () => (
  <span className={styles.legend}>
    <Key look={styles.relayedKey} words={t('statistics.relayed')} />
    <Key look={styles.heldKey} words={t('statistics.not_relayed')} />
    <Key look={styles.lostKey} words={t('statistics.with_failures')} />
  </span>
)

const Key = ({ look, words }: { look: string | undefined; words: string }) => (
  <span>
    <i className={look} /> {words}
  </span>
)

const sentenceOf = ({ name, received, relayed, failed }: RelayBar): string =>
  t(failed === 0 ? 'statistics.relay_bar' : 'statistics.relay_bar_failed', { name, received, relayed, failed })

const columns = ['received', 'relayed', 'delivered', 'failed', 'filtered'] as const

const TimeTable = ({ bars }: { bars: readonly RelayBar[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{t('statistics.time')}</th>
        {columns.map((column) => (
          <th key={column} scope="col">
            {t(`statistics.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {bars.map((bar) => (
        <tr key={bar.name}>
          <th scope="row">{bar.name}</th>
          {columns.map((column) => (
            <td key={column}>{countOf(bar[column])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const ofPlugin = ['delivered', 'failed', 'filtered'] as const

const PluginTable = ({ plugins }: Pick<RelayStatistics, 'plugins'>) => (
  <table className={`${styles.table} ${styles.plugins}`}>
    <thead>
      <tr>
        <th scope="col">{t('statistics.plugin')}</th>
        {ofPlugin.map((column) => (
          <th key={column} scope="col">
            {t(`statistics.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {plugins.map((plugin) => (
        <tr key={plugin.name}>
          <th scope="row">
            <Link href={paths.plugins(plugin.name)}>
              <bdi>{plugin.display_name}</bdi>
            </Link>
            {plugin.latency_ms && (
              <span className={styles.more}>
                {t('relay.latency', {
                  p50: durationOf(plugin.latency_ms.p50),
                  p95: durationOf(plugin.latency_ms.p95),
                })}
              </span>
            )}
          </th>
          {ofPlugin.map((column) => (
            <td key={column}>{countOf(plugin[column])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
