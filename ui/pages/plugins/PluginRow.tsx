/** One plugin in the list: its description, its status and its switch. */
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import { paths } from '../../routes.ts'
import { PluginStatus } from './PluginStatus.tsx'
import { PluginSwitch } from './PluginSwitch.tsx'
import styles from './Plugins.module.css'
import { TierBadge } from './TierBadge.tsx'

export const PluginRow = ({ plugin }: { plugin: PluginRecord }) => (
  <article className={styles.plugin} aria-label={plugin.display_name}>
    <div className={styles.words}>
      <h2>
        <Link href={paths.plugins(plugin.name)} aria-label={t('plugins.details', { name: plugin.display_name })}>
          <bdi>{plugin.display_name}</bdi>
          <ChevronRight size={16} aria-hidden />
        </Link>
        {plugin.tier !== null && <TierBadge tier={plugin.tier} />}
      </h2>
      <p dir="auto">{plugin.description}</p>
      <PluginStatus plugin={plugin} />
    </div>
    <PluginSwitch plugin={plugin} />
  </article>
)
