/** Offers the most recently used emoji while nothing is searched for. */
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { recentEmoji } from '../../state/recent-emoji.ts'
import styles from './emoji.module.css'

export function Recent({ onPick }: { onPick: (emoji: string) => void }) {
  const [recent] = useState(recentEmoji)
  if (recent.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: this is a group of buttons, not of fields
    <div role="group" aria-label={t('emoji.recent')} className={styles.recent}>
      {recent.map((emoji) => (
        <button key={emoji} type="button" className={styles.emoji} onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  )
}
