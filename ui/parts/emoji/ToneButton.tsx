/** Chooses the skin tone of hands and people: each press goes to the next tone, and the choice is stored. */
import { type EmojiData, useSkinTone } from 'frimousse'
import { t } from '../../catalogue/texts.ts'
import { keepTone } from '../../state/recent-emoji.ts'
import styles from './emoji.module.css'

export function ToneButton({ names }: { names: EmojiData['skinTones'] }) {
  const [tone, setTone, tones] = useSkinTone('✋')
  const at = tones.findIndex(({ skinTone }) => skinTone === tone)
  const next = tones[(at + 1) % tones.length]
  const change = () => {
    if (next === undefined) return
    setTone(next.skinTone)
    keepTone(next.skinTone)
  }
  const label = t('emoji.tone', { tone: tone === 'none' ? t('emoji.tone_none') : names[tone] })
  return (
    <button type="button" className={styles.emoji} aria-label={label} title={label} onClick={change}>
      {tones[at]?.emoji}
    </button>
  )
}
