/**
 * The list of themes to choose from: arrows preview a theme on the whole page, Enter chooses it, Escape restores the
 * current one.
 */
import { type CSSProperties, type FocusEvent, type KeyboardEvent, useRef } from 'react'
import type { ThemeDetails, ThemeMode } from '../../../../src/contract/theme.ts'
import { t } from '../../../catalogue/texts.ts'
import { endPreview, preview } from '../../../theme/theme-sheet.ts'
import styles from './Appearance.module.css'
import { steppedTo } from './choices.ts'
import { titleOf } from './theme-title.ts'

interface Props {
  label: string
  mode: ThemeMode
  themes: readonly ThemeDetails[]
  chosen: string
  onChoose: (name: string) => void
}

export function ThemeGrid({ label, mode, themes, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const offered = themes.filter(({ modes }) => modes[mode] !== undefined)
  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
  const tokensAt = (at: number) => offered[at]?.modes[mode]?.tokens ?? {}

  const go = (at: number) => {
    options()[at]?.focus()
    preview(tokensAt(at))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = options().indexOf(document.activeElement as HTMLElement)
    const name = offered[at]?.name
    const next = steppedTo(event.key, { at, of: offered.length, isRtl: document.documentElement.dir === 'rtl' })
    if (next !== undefined) go(next)
    else if ((event.key === 'Enter' || event.key === ' ') && name !== undefined) onChoose(name)
    else if (event.key === 'Escape') {
      endPreview()
      options()[offered.findIndex((theme) => theme.name === chosen)]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget)) endPreview()
  }
  const isFound = offered.some(({ name }) => name === chosen)
  return (
    <div ref={list} role="listbox" aria-label={label} className={styles.grid} onKeyDown={onKeyDown} onBlur={onBlur}>
      {offered.map((theme, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of its options
        <div
          key={theme.name}
          role="option"
          aria-selected={theme.name === chosen}
          tabIndex={theme.name === chosen || (!isFound && at === 0) ? 0 : -1}
          className={styles.option}
          onClick={() => onChoose(theme.name)}
        >
          <Thumbnail tokens={tokensAt(at)} />
          <span className={styles.name}>
            <bdi>{titleOf(theme)}</bdi>
            <ContrastBadge contrast={theme.modes[mode]?.contrast} />
          </span>
          {(theme.modes[mode]?.contrast_adjusted.length ?? 0) > 0 && (
            <span className={styles.note}>{t('appearance.adjusted')}</span>
          )}
        </div>
      ))}
    </div>
  )
}

/** A miniature conversation in the colours of a theme. */
const Thumbnail = ({ tokens }: { tokens: Readonly<Record<string, string>> }) => {
  const { 'color-scheme': colorScheme, ...properties } = tokens
  return (
    <div className={styles.thumbnail} style={{ ...properties, colorScheme } as CSSProperties} aria-hidden>
      <div className={styles.side}>
        <i className={styles.active} />
        <i />
        <i />
      </div>
      <div className={styles.thread}>
        <p className={styles.them}>{t('appearance.sample_them')}</p>
        <p className={styles.me}>{t('appearance.sample_me')}</p>
        <p className={styles.sms}>{t('appearance.sample_sms')}</p>
        <div className={styles.field} />
      </div>
    </div>
  )
}

type Contrast = NonNullable<ThemeDetails['modes']['light']>['contrast']

/** Shows the WCAG contrast level that a theme's text reaches. */
const ContrastBadge = ({ contrast }: { contrast: Contrast | undefined }) => (
  <span className={styles.badge} data-contrast={contrast} title={t('appearance.contrast')}>
    {contrast === 'low' ? t('appearance.contrast_low') : contrast}
  </span>
)
