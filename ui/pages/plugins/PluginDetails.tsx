/** The page of one plugin: what it receives, its settings, its isolation and its failed deliveries. */
import { Check, CircleAlert } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import type { PluginRecord, Tier } from '../../../src/contract/plugin.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { useFieldInAddress } from '../../forms/field-in-address.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { PageFrame, Section } from '../../kit/PageFrame.tsx'
import { paths } from '../../routes.ts'
import { PluginSlot } from '../../slots/PluginSlot.tsx'
import { CommandLine } from './CommandLine.tsx'
import { GivenUp } from './GivenUp.tsx'
import { OnPage } from './OnPage.tsx'
import { Paused } from './Paused.tsx'
import { Places } from './Places.tsx'
import { PluginSettings, type UnsavedSettings } from './PluginSettings.tsx'
import { PluginStatus } from './PluginStatus.tsx'
import { PluginSwitch } from './PluginSwitch.tsx'
import styles from './Plugins.module.css'
import { TierBadge } from './TierBadge.tsx'

export function PluginDetails({ plugin }: { plugin: PluginRecord }) {
  const mayChange = useMay('admin')
  const unsaved = useRef<UnsavedSettings>(null)
  useFieldInAddress()
  return (
    <PageFrame
      title={plugin.display_name}
      lead={plugin.description}
      actions={<PluginSwitch plugin={plugin} unsaved={unsaved} />}
    >
      <div className={styles.status}>
        <Link href={paths.plugins()}>{t('plugins.all')}</Link>
        {plugin.tier !== null && <TierBadge tier={plugin.tier} />}
        {plugin.version !== null && <span>{t('plugins.version', { version: plugin.version })}</span>}
      </div>
      <PluginStatus plugin={plugin} />
      <Paused plugins={[plugin]} />
      {plugin.tier !== null && <Known plugin={plugin} tier={plugin.tier} unsaved={unsaved} />}
      {plugin.isolation.length > 0 && <Isolation layers={plugin.isolation} />}
      {mayChange && plugin.dead > 0 && <GivenUp name={plugin.name} count={plugin.dead} />}
      {plugin.is_installed && <Removal name={plugin.name} />}
      <LinkButton href={paths.logs({ source: plugin.name })}>{t('plugins.log')}</LinkButton>
    </PageFrame>
  )
}

interface KnownProps {
  plugin: PluginRecord
  tier: Tier
  unsaved: RefObject<UnsavedSettings | null>
}

/** The parts that need a manifest which was valid at least once. */
function Known({ plugin, tier, unsaved }: KnownProps) {
  const mayChange = useMay('admin')
  return (
    <>
      {mayChange && <PluginSettings plugin={plugin} unsaved={unsaved} />}
      <PluginSlot slot="settings.page" props={{}} plugin={plugin.name} />
      <Section title={t('plugins.gets')}>
        <p>{t(`plugins.sees_${tier}`)}</p>
      </Section>
      {plugin.page !== null && <OnPage plugin={plugin} page={plugin.page} />}
      <Section title={t('plugins.network')}>
        <Places places={plugin.network} />
      </Section>
    </>
  )
}

const Isolation = ({ layers }: { layers: PluginRecord['isolation'] }) => (
  <Section title={t('plugins.isolation')}>
    <ul className={styles.list}>
      {layers.map(({ layer, held, reason }) => (
        <li key={layer}>
          {held ? (
            <Check size={16} aria-label={t('plugins.held')} />
          ) : (
            <CircleAlert size={16} aria-label={t('plugins.not_held')} />
          )}
          <span>{t(`plugins.layer_${layer}`)}</span>
          {reason !== null && <small dir="auto">{reason}</small>}
        </li>
      ))}
    </ul>
  </Section>
)

/**
 * Shows the commands that update or remove an installed plugin, which is done in the Mac's terminal as the installation
 * was.
 */
const Removal = ({ name }: Pick<PluginRecord, 'name'>) => (
  <Section title={t('plugins.package')} hint={t('plugins.package_hint')}>
    <CommandLine command="service plugins install PACKAGE" />
    <CommandLine command={`service plugins remove ${name}`} />
  </Section>
)
