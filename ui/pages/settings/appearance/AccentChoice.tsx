/** Chooses the accent colour: the theme's own, or one of a few colours. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { accents } from '../../../../src/contract/theme-tokens.ts'
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import type { ThemeChoice } from '../../../theme/standard-choice.ts'
import styles from './Appearance.module.css'

type Accent = ThemeChoice['accent']

interface Props {
  value: Accent
  onChange: (accent: Accent) => void
}

export function AccentChoice({ value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={styles.row}>
      <legend>{t('appearance.accent')}</legend>
      <div className={styles.swatches}>
        {accents.map((accent) => (
          <label key={accent} className={styles.swatch} title={t(`appearance.accent_${accent}`)}>
            <input
              type="radio"
              name={name}
              aria-label={t(`appearance.accent_${accent}`)}
              checked={accent === value}
              onChange={() => onChange(accent)}
            />
            <Swatch accent={accent} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Shows the colour as the light theme renders it. */
function Swatch({ accent }: { accent: Accent }) {
  const { data } = useQuery(asking('theme_details', { name: 'light', accent }))
  const colour = data?.modes.light?.tokens['--bubble-me']
  return <span data-own={accent === 'theme'} style={accent === 'theme' ? undefined : { background: colour }} />
}
