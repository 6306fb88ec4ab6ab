/** Shows in two words what a plugin of this tier does. */
import { Bell, BookOpenText, Funnel } from 'lucide-react'
import type { Tier } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import sheet from '../../kit/sheet.module.css'
import styles from './Plugins.module.css'

export const tierIcons = { notify: Bell, official: BookOpenText, core: Funnel } as const

export function TierBadge({ tier }: { tier: Tier }) {
  const Icon = tierIcons[tier]
  return (
    <span className={`${sheet.chip} ${styles.badge}`}>
      <Icon size={13} aria-hidden />
      {t(`plugins.tier_${tier}`)}
    </span>
  )
}
