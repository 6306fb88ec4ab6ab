/** The page of one plugin: how it does, its settings, what it may do, its failed deliveries and its log. */

import { Check, CircleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { answers } from '../../api/answers.ts'
import { useMay } from '../../api/session.ts'
import { reasonSentence } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import { useFieldInAddress } from '../../forms/field-in-address.ts'
import { MarkedUp } from '../../forms/MarkedUp.tsx'
import { Columns, PageFrame, Section } from '../../kit/PageFrame.tsx'
import { paths } from '../../routes.ts'
import { PluginSlot } from '../../slots/PluginSlot.tsx'
import { Access } from './Access.tsx'
import { GivenUp } from './GivenUp.tsx'
import { OnPage } from './OnPage.tsx'
import { Paused } from './Paused.tsx'
import { PluginHead } from './PluginHead.tsx'
import { PluginLog } from './PluginLog.tsx'
import { PluginPackage } from './PluginPackage.tsx'
import { PluginSettings, type UnsavedSettings } from './PluginSettings.tsx'
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
      lead={<MarkedUp text={plugin.description} />}
      actions={<PluginSwitch plugin={plugin} unsaved={unsaved} />}
    >
      <div className={styles.status}>
        <Link href={paths.plugins()}>{t('plugins.all')}</Link>
        {plugin.tier !== null && <TierBadge tier={plugin.tier} />}
        {plugin.version !== null && <span>{t('plugins.version', { version: plugin.version })}</span>}
      </div>
      <PluginHead plugin={plugin} unsaved={unsaved} />
      <Paused plugins={[plugin]} />
      {/* A plugin that was never valid has nothing to show but its problem. */}
      {plugin.tier !== null && (
        <Columns beside={<Beside plugin={plugin} />}>
          {mayChange && <PluginSettings plugin={plugin} unsaved={unsaved} />}
          <PluginSlot slot="settings.page" props={{}} plugin={plugin.name} />
          {mayChange && plugin.dead > 0 && <GivenUp name={plugin.name} count={plugin.dead} />}
        </Columns>
      )}
      {mayChange && plugin.tier === null && plugin.is_installed && <PluginPackage plugin={plugin} />}
    </PageFrame>
  )
}

/** Shows what the plugin may do, and what it did. */
function Beside({ plugin }: { plugin: PluginRecord }) {
  const mayChange = useMay('admin')
  return (
    <>
      {(plugin.enabled || plugin.status === 'invalid' || !mayChange) && (
        <Section title={t('plugins.access')}>
          <Access plugin={plugin} />
        </Section>
      )}
      {plugin.isolation.length > 0 && <Isolation layers={plugin.isolation} />}
      {plugin.page !== null && <OnPage plugin={plugin} page={plugin.page} />}
      {mayChange && answers('log_history') && <PluginLog name={plugin.name} />}
      {mayChange && plugin.is_installed && <PluginPackage plugin={plugin} />}
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
          {reason !== null && <small dir="auto">{reasonSentence(reason)}</small>}
        </li>
      ))}
    </ul>
  </Section>
)
