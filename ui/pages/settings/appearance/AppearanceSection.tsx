/** The appearance settings: themes, accent, density, bubbles and contrast. */

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { accents, bubbleStyles, colourSchemes, densities } from '../../../../src/contract/theme-tokens.ts'
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import { Card, Section } from '../../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import { Switch } from '../../../kit/Switch.tsx'
import type { ThemeChoice } from '../../../theme/standard-choice.ts'
import styles from './Appearance.module.css'
import { choiceOf, type PickerState, pickerStateOf } from './choices.ts'
import { OwnStylesField } from './OwnStylesField.tsx'
import { ThemeFiles } from './ThemeFiles.tsx'
import { ThemeGrid } from './ThemeGrid.tsx'
import { useThemeChoice, useThemes } from './use-themes.ts'

export default function AppearanceSection() {
  const { themes, isThere, error, retry } = useThemes()
  const { choice, isThere: isKnown, error: refused, choose } = useThemeChoice()
  const problem = (isThere ? null : error) ?? refused
  if (problem !== null) return <ErrorState error={problem} onRetry={retry} />
  if (!isThere || !isKnown) return <Skeleton />
  const shown = pickerStateOf(choice, themes)
  const show = (change: Partial<PickerState>) => choose(choiceOf({ ...shown, ...change }))
  const modes = shown.scheme === 'auto' ? (['light', 'dark'] as const) : [shown.scheme]
  return (
    <>
      <Section title={t('appearance.title')} hint={t('appearance.hint')}>
        <Segments
          label={t('appearance.scheme')}
          options={colourSchemes.map((scheme) => [scheme, t(`appearance.scheme_${scheme}`)])}
          value={shown.scheme}
          onChange={(scheme) => show({ scheme })}
        />
      </Section>
      {modes.map((mode) => (
        <Section key={mode} title={t(`appearance.by_${mode}`)}>
          <ThemeGrid
            label={t(`appearance.by_${mode}`)}
            mode={mode}
            themes={themes}
            chosen={shown[mode]}
            onChoose={(name) => show({ [mode]: name })}
          />
        </Section>
      ))}
      <Section title={t('appearance.details')}>
        <Card>
          <AccentChoice value={choice.accent} onChange={(accent) => choose({ accent })} />
          <Segments
            label={t('appearance.density')}
            options={(['theme', ...densities] as const).map((one) => [one, t(`appearance.density_${one}`)])}
            value={choice.density}
            onChange={(density) => choose({ density })}
          />
          <Segments
            label={t('appearance.bubble')}
            options={bubbleStyles.map((one) => [one, t(`appearance.bubble_${one}`)])}
            value={choice.bubble}
            onChange={(bubble) => choose({ bubble })}
          />
          <ContrastChoice value={choice.contrast} onChange={(contrast) => choose({ contrast })} />
        </Card>
      </Section>
      <ThemeFiles themes={themes} shown={shown} onReset={choose} />
      <OwnStylesField />
    </>
  )
}

interface Props<T extends string> {
  label: string
  options: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
}

/** A segmented control that chooses one of a few options. */
function Segments<T extends string>({ label, options, value, onChange }: Props<T>) {
  const name = useId()
  return (
    <fieldset className={styles.row}>
      <legend>{label}</legend>
      <div className={styles.segments}>
        {options.map(([each, text]) => (
          <label key={each} className={styles.segment}>
            <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ContrastChoiceProps {
  value: ThemeChoice['contrast']
  onChange: (contrast: ThemeChoice['contrast']) => void
}

/** Switches whether a theme's colours are adjusted until text is readable. */
function ContrastChoice({ value, onChange }: ContrastChoiceProps) {
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

type Accent = ThemeChoice['accent']

interface AccentChoiceProps {
  value: Accent
  onChange: (accent: Accent) => void
}

/** Chooses the accent colour: the theme's own, or one of a few colours. */
function AccentChoice({ value, onChange }: AccentChoiceProps) {
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
