/** Switches whether a theme's colours are adjusted until text is readable. */
import { useId } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { Switch } from '../../../kit/Switch.tsx'
import type { ThemeChoice } from '../../../theme/standard-choice.ts'
import styles from './Appearance.module.css'

interface Props {
  value: ThemeChoice['contrast']
  onChange: (contrast: ThemeChoice['contrast']) => void
}

export function ContrastChoice({ value, onChange }: Props) {
  const hint = useId()
  return (
    <div className={styles.row}>
      <div className={styles.explained}>
        <p>{t('appearance.adjust')}</p>
        <p id={hint} className={styles.hint}>
          {t('appearance.adjust_hint')}
        </p>
      </div>
      <Switch
        label={t('appearance.adjust')}
        aria-describedby={hint}
        checked={value === 'adjusted'}
        onChange={(isOn) => onChange(isOn ? 'adjusted' : 'as_written')}
      />
    </div>
  )
}
