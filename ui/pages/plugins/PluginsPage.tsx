/** The plugins: all of them, or the one that the address names. */
import { useParams } from 'wouter'
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
        <Card>
          {all.map((one) => (
            <PluginRow key={one.name} plugin={one} />
          ))}
        </Card>
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
