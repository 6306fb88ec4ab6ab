/** The appearance settings: themes, accent, density, bubbles and contrast. */
import { bubbleStyles, colourSchemes, densities } from '../../../../src/contract/theme-tokens.ts'
import { t } from '../../../catalogue/texts.ts'
import { Card, Section } from '../../../kit/PageFrame.tsx'
import { ErrorState, Skeleton } from '../../../kit/States.tsx'
import { AccentChoice } from './AccentChoice.tsx'
import { ContrastChoice } from './ContrastChoice.tsx'
import { choiceOf, type Shown, shownOf } from './choices.ts'
import { OwnStylesField } from './OwnStylesField.tsx'
import { Segments } from './Segments.tsx'
import { ThemeFiles } from './ThemeFiles.tsx'
import { ThemeGrid } from './ThemeGrid.tsx'
import { useThemeChoice, useThemes } from './use-themes.ts'

export default function AppearanceSection() {
  const { themes, isThere, error, retry } = useThemes()
  const { choice, isThere: isKnown, error: refused, choose } = useThemeChoice()
  const problem = (isThere ? null : error) ?? refused
  if (problem !== null) return <ErrorState error={problem} onRetry={retry} />
  if (!isThere || !isKnown) return <Skeleton />
  const shown = shownOf(choice, themes)
  const show = (change: Partial<Shown>) => choose(choiceOf({ ...shown, ...change }))
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
            {...{ mode, themes }}
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
