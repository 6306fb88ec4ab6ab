/**
 * The way of today's messages as a picture: from people through rules and filters to plugins. Each part leads to its
 * page; screen readers get a table besides.
 */
import { CircleAlert, CircleCheck, CirclePause, Clock, Funnel, type LucideIcon, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Destination, FilterReason, Overview } from '../../../src/contract/overview.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { countOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import { Section } from '../../kit/PageFrame.tsx'
import { paths } from '../../routes.ts'
import { branchesOf, type FlowRibbon, flowHeight, laneGap, laneHeight, thicknessOf, trunkOf } from './flow-shape.ts'
import styles from './Relay.module.css'

export function Flow({ overview }: { overview: Overview }) {
  const plugins = overview.plugins.filter(({ state }) => state !== 'off')
  const height = flowHeight(plugins.length)
  const branches = branchesOf(plugins.map(({ state, delivered_today: delivered }) => ({ delivered, state })))
  const trunk = trunkOf(overview.received_today, height)
  return (
    <Section title={t('relay.flow')}>
      <div className={styles.flow}>
        <People overview={overview} />
        <Ribbons ribbons={[trunk]} height={height} messages={overview.received_today} />
        <Filters overview={overview} />
        <Ribbons
          ribbons={plugins.length === 0 ? [trunkOf(0, height)] : branches}
          height={height}
          messages={overview.delivered_today}
        />
        {plugins.length === 0 ? (
          <Node href={paths.plugins()} icon={CircleAlert} title={t('relay.no_plugin')}>
            {t('relay.choose_plugin')}
          </Node>
        ) : (
          <ul className={styles.lanes} style={{ rowGap: laneGap }}>
            {plugins.map((plugin) => (
              <li key={plugin.name} style={{ minBlockSize: laneHeight }}>
                <PluginNode plugin={plugin} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <FlowTable plugins={plugins} />
    </Section>
  )
}

/** Stretched between two columns, whatever their distance. */
const Ribbons = ({ ribbons, height, messages }: RibbonsProps) => (
  <svg
    className={styles.ribbons}
    viewBox={`0 0 100 ${height}`}
    style={{ '--flow-height': `${height}px`, '--flow-thickness': `${thicknessOf(messages)}px` } as React.CSSProperties}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {ribbons.map(({ path, look }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a ribbon has no key but its place
      <path key={index} d={path} className={styles[look]} />
    ))}
  </svg>
)

interface RibbonsProps {
  ribbons: readonly FlowRibbon[]
  height: number
  /** The number of messages that flow, for a narrow window that has one ribbon only. */
  messages: number
}

interface NodeProps {
  href: string
  icon: LucideIcon
  title: string
  children: ReactNode
}

const Node = ({ href, icon: Icon, title, children }: NodeProps) => (
  <Link href={href} className={styles.node}>
    <Icon size={20} aria-hidden />
    <span className={styles.nodeWords}>
      <strong>{title}</strong>
      <small>{children}</small>
    </span>
  </Link>
)

function People({ overview }: { overview: Overview }) {
  return (
    <Node href={paths.settings('people')} icon={Users} title={peopleIn(overview)}>
      {t('relay.received', { count: overview.received_today })}
    </Node>
  )
}

function peopleIn({ scope, people, groups }: Overview): string {
  if (scope !== 'whitelist') return t(`relay.from_${scope}`)
  const parts = [
    ...(people > 0 ? [t('relay.who_people', { count: people })] : []),
    ...(groups > 0 ? [t('relay.who_groups', { count: groups })] : []),
  ]
  return parts.length === 0 ? t('relay.from_nobody') : parts.join(', ')
}

function Filters({ overview: { filtered, scope } }: { overview: Overview }) {
  const count = filtered.reduce((sum, each) => sum + each.count, 0)
  return (
    <div className={styles.middle}>
      <Node href={paths.rules()} icon={Funnel} title={t('relay.filters')}>
        {count === 0 ? t('relay.filtered_none') : t('relay.filtered', { count })}
      </Node>
      {filtered.length > 0 && (
        <ul className={styles.reasons}>
          {filtered.map(({ reason, count: some }) => (
            <li key={reason}>
              <Link href={placeOfReason(reason)}>
                <span>{reasonWords(reason, scope)}</span>
                <b>{countOf(some)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const reasonWords = (reason: FilterReason, scope: Overview['scope']): string =>
  reason === 'out_of_scope' && scope === 'contacts' ? t('relay.reason_not_in_contacts') : t(`relay.reason_${reason}`)

const placeOfReason = (reason: FilterReason): string =>
  reason === 'filter' || reason === 'skipped' ? paths.deliveries({ state: 'filtered' }) : paths.settings('people')

const stateIcons: Readonly<Record<Destination['state'], LucideIcon>> = {
  ok: CircleCheck,
  failing: CircleAlert,
  stopped: CircleAlert,
  paused: CirclePause,
  waiting: Clock,
  off: CirclePause,
}

function PluginNode({ plugin }: { plugin: Destination }) {
  const { name, display_name: title, state, delivered_today: delivered } = plugin
  const Icon = stateIcons[state]
  return (
    <Link href={paths.plugins(name)} className={styles.node} data-state={state}>
      <Icon size={20} aria-hidden />
      <span className={styles.nodeWords}>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <small>{doingOf(plugin)}</small>
      </span>
      <span className={styles.count}>
        <b>{countOf(delivered)}</b>
        <small>{t('relay.column_delivered')}</small>
      </span>
    </Link>
  )
}

function doingOf({ state, queued, retrying, failing_since, last_delivered_at, failed_today }: Destination): string {
  const waits = queued + retrying
  const parts = [
    state === 'failing' && failing_since !== null
      ? t('relay.failing_since', { time: whenOf(failing_since) })
      : state !== 'ok'
        ? t(`relay.state_${state}`)
        : last_delivered_at === null
          ? t('relay.never')
          : t('relay.last', { time: whenOf(last_delivered_at) }),
    ...(waits > 0 ? [t('relay.queued', { count: waits })] : []),
    ...(failed_today > 0 ? [t('relay.failed_count', { count: failed_today })] : []),
  ]
  return parts.join(' · ')
}

const FlowTable = ({ plugins }: { plugins: readonly Destination[] }) => (
  <div className="visually-hidden">
    <table>
      <caption>{t('relay.table')}</caption>
      <thead>
        <tr>
          {(['plugin', 'state', 'column_delivered', 'column_queued', 'column_failed'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`relay.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {plugins.map(({ name, display_name, state, delivered_today, queued, retrying, failed_today }) => (
          <tr key={name}>
            <th scope="row">{display_name}</th>
            <td>{t(`relay.state_${state}`)}</td>
            <td>{countOf(delivered_today)}</td>
            <td>{countOf(queued + retrying)}</td>
            <td>{countOf(failed_today)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
