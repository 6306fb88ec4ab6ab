/** The plugins page: the list of all plugins, or the plugin that the address names. */
import { useParams } from 'wouter'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { Card, PageFrame, Section } from '../../kit/PageFrame.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { CommandLine } from './CommandLine.tsx'
import { Paused } from './Paused.tsx'
import { PluginDetails } from './PluginDetails.tsx'
import { PluginRow } from './PluginRow.tsx'
import { usePlugins } from './use-plugins.ts'

export default function PluginsPage() {
  const { name } = useParams<{ name?: string }>()
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
      <Section title={t('plugins.install')} hint={t('plugins.install_hint')}>
        <CommandLine command="service plugins install PACKAGE" />
      </Section>
    </PageFrame>
  )
}

const NoSuchPlugin = () => (
  <PageFrame title={t('plugins.missing')}>
    <LinkButton href={paths.plugins()}>{t('plugins.all')}</LinkButton>
  </PageFrame>
)

/** Installed plugins come first; if there are none, no headings are needed. */
function Shelves({ all }: { all: readonly PluginRecord[] }) {
  const [installed, others] = [all.filter((one) => one.is_installed), all.filter((one) => !one.is_installed)]
  if (installed.length === 0) return <Shelf plugins={others} />
  return (
    <>
      <Section title={t('plugins.installed')}>
        <Shelf plugins={installed} />
      </Section>
      <Section title={t('plugins.others')}>
        <Shelf plugins={others} />
      </Section>
    </>
  )
}

const Shelf = ({ plugins }: { plugins: readonly PluginRecord[] }) => (
  <Card>
    {plugins.map((one) => (
      <PluginRow key={one.name} plugin={one} />
    ))}
  </Card>
)
