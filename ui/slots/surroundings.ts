/** Describes the look of the page to plugins in frames, at the start and whenever it changes. */
import type { Surroundings } from '../../src/plugin-ui/host.ts'
import { locale } from '../catalogue/texts.ts'

/** The custom properties that a theme sets; those that begin with `--fixed-` belong to the page only. */
const names = [
  'background',
  'foreground',
  'card',
  'card-foreground',
  'primary',
  'primary-foreground',
  'secondary',
  'secondary-foreground',
  'muted',
  'muted-foreground',
  'accent',
  'accent-foreground',
  'destructive',
  'border',
  'input',
  'ring',
  'info',
  'success',
  'warning',
  'radius',
  'gap',
  'font-size',
  'font-body',
  'font-mono',
].map((name) => `--${name}`)

const [dark, reduced] = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].map((query) =>
  matchMedia(query),
)

export function surroundings(): Surroundings {
  const root = document.documentElement
  const styles = getComputedStyle(root)
  const { colorScheme } = styles
  return {
    tokens: Object.fromEntries(names.map((name) => [name, styles.getPropertyValue(name).trim()])),
    scheme: colorScheme === 'dark' || (colorScheme !== 'light' && dark?.matches === true) ? 'dark' : 'light',
    locale: locale(),
    dir: root.dir === 'rtl' ? 'rtl' : 'ltr',
    reducedMotion: reduced?.matches === true,
    density: root.dataset.density ?? 'regular',
  }
}

/** Returns the function that stops it. */
export function onSurroundings(listener: () => void): () => void {
  const themes = new MutationObserver(listener)
  themes.observe(document.documentElement, { attributes: true })
  for (const query of [dark, reduced]) query?.addEventListener('change', listener)
  return () => {
    themes.disconnect()
    for (const query of [dark, reduced]) query?.removeEventListener('change', listener)
  }
}
