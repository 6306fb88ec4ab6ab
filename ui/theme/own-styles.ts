/** Applies the user's own CSS: stored in this browser, active when switched on, in the last cascade layer. */
import { isSafe } from './theme-sheet.ts'
import { refusalOf } from './user-css.ts'

const storageKey = 'own_styles'
const sheet = new CSSStyleSheet()

export interface OwnStyles {
  css: string
  isOn: boolean
}

export function ownStyles(): OwnStyles {
  try {
    const { css, isOn } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<OwnStyles>
    return { css: typeof css === 'string' ? css : '', isOn: isOn === true }
  } catch {
    return { css: '', isOn: false }
  }
}

export function keepOwnStyles(styles: OwnStyles): void {
  localStorage.setItem(storageKey, JSON.stringify(styles))
  applyOwnStyles()
}

export function applyOwnStyles(): void {
  const { css, isOn } = ownStyles()
  const others = document.adoptedStyleSheets.filter((each) => each !== sheet)
  document.adoptedStyleSheets = others
  if (!isOn || isSafe || refusalOf(css) !== undefined) return
  // The browser parses it first, because an extra brace would otherwise escape the layer.
  const read = new CSSStyleSheet()
  read.replaceSync(css)
  sheet.replaceSync(`@layer user { ${[...read.cssRules].map(({ cssText }) => cssText).join('\n')} }`)
  document.adoptedStyleSheets = [...others, sheet]
}
