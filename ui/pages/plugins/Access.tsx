/** Says what a plugin receives and where it may connect, which is what the user allows by turning it on. */
import { Globe } from 'lucide-react'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Plugins.module.css'
import { tierIcons } from './TierBadge.tsx'

export function Access({ plugin: { tier, network } }: { plugin: Pick<PluginRecord, 'tier' | 'network'> }) {
  const TierIcon = tier === null ? undefined : tierIcons[tier]
  return (
    <ul className={styles.access}>
      {tier !== null && TierIcon !== undefined && (
        <li>
          <TierIcon size={16} aria-hidden />
          <p>{t(`plugins.sees_${tier}`)}</p>
        </li>
      )}
      <li>
        <Globe size={16} aria-hidden />
        {network.length === 0 ? <p>{t('plugins.network_none')}</p> : <Places places={network} />}
      </li>
    </ul>
  )
}

/** The hosts to which a plugin may connect, with the reasons. */
const Places = ({ places }: { places: PluginRecord['network'] }) => (
  <div>
    <p>{t('plugins.network_places')}</p>
    <ul className={styles.list}>
      {places.map(({ host, port, reason }) => (
        <li key={`${host}:${port}`}>
          <code>
            {host}:{port}
          </code>
          <span dir="auto">{reason}</span>
        </li>
      ))}
    </ul>
  </div>
)
