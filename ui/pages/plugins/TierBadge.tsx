/** Shows the tier of a plugin as one word. */
import { Bell, Send, WandSparkles } from 'lucide-react'
import type { Tier } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Plugins.module.css'

const icons = { notify: Bell, official: Send, core: WandSparkles } as const

export function TierBadge({ tier }: { tier: Tier }) {
  const Icon = icons[tier]
  return (
    <span className={styles.badge}>
      <Icon size={13} aria-hidden />
      {t(`plugins.tier_${tier}`)}
    </span>
  )
}
