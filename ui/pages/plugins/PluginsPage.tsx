/** The plugins page: the list of all plugins, or the plugin that the address names. */

import { ChevronRight } from 'lucide-react'
import { Link, useParams } from 'wouter'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { MarkedUp } from '../../forms/MarkedUp.tsx'
import { LinkButton } from '../../kit/Button.tsx'
import { Card, PageFrame, Section } from '../../kit/PageFrame.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import sheet from '../../kit/sheet.module.css'
import { paths } from '../../routes.ts'
import { InstallSection } from './InstallSection.tsx'
import { Paused } from './Paused.tsx'
import { PluginDetails } from './PluginDetails.tsx'
import { PluginStatus } from './PluginStatus.tsx'
import { PluginSwitch } from './PluginSwitch.tsx'
import styles from './Plugins.module.css'
import { shelfNames, shelvesOf } from './shelves.ts'
import { TierBadge } from './TierBadge.tsx'
import { usePlugins } from './use-plugins.ts'

export default function PluginsPage() {
  const { name } = useParams<{ name?: string }>()
  const mayChange = useMay('admin')
  const { data: all, error, refetch } = usePlugins()
  if (all === undefined) return error === null ? <Skeleton /> : <ErrorState error={error} onRetry={refetch} />
  const plugin = all.find((one) => one.name === name)
  if (plugin !== undefined) return <PluginDetails key={plugin.name} plugin={plugin} />
  if (name !== undefined) return <NoSuchPlugin />
  return (
    <PageFrame title={t('shell.plugins')} lead={t('plugins.lead')}>
      <Paused plugins={all} />
      {all.length === 0 ? (
        <EmptyState title={t('plugins.none')} hint={t('plugins.none_hint')} />
      ) : (
        <Shelves all={all} />
      )}
      {mayChange && <InstallSection />}
    </PageFrame>
  )
}

const NoSuchPlugin = () => (
  <PageFrame title={t('plugins.missing')}>
    <LinkButton href={paths.plugins()}>{t('plugins.all')}</LinkButton>
  </PageFrame>
)

/** Plugins that receive messages come first, and of those the ones that are on. */
function Shelves({ all }: { all: readonly PluginRecord[] }) {
  const shelves = shelvesOf(all)
  return shelfNames.map((name) => {
    const plugins = shelves[name]
    if (plugins.length === 0 && name !== 'destinations') return null
    return (
      <Section key={name} title={t(`plugins.shelf_${name}`)}>
        {plugins.length === 0 ? <p>{t('plugins.no_destination')}</p> : <Shelf plugins={plugins} />}
      </Section>
    )
  })
}

const Shelf = ({ plugins }: { plugins: readonly PluginRecord[] }) => (
  <Card>
    {plugins.map((one) => (
      <PluginRow key={one.name} plugin={one} />
    ))}
  </Card>
)

/** Shows one plugin in the list: its description, its status and its switch. */
const PluginRow = ({ plugin }: { plugin: PluginRecord }) => (
  <article className={styles.plugin} aria-label={plugin.display_name}>
    <div className={styles.words}>
      <h2>
        <Link href={paths.plugins(plugin.name)} aria-label={t('plugins.details', { name: plugin.display_name })}>
          <bdi>{plugin.display_name}</bdi>
          <ChevronRight size={16} aria-hidden />
        </Link>
        {plugin.tier !== null && <TierBadge tier={plugin.tier} />}
        {plugin.is_installed && <span className={sheet.chip}>{t('plugins.installed')}</span>}
      </h2>
      <p dir="auto">
        <MarkedUp text={plugin.description} />
      </p>
      <PluginStatus plugin={plugin} />
    </div>
    <PluginSwitch plugin={plugin} />
  </article>
)
