/** The typed styles in force: kept in this browser, on when they were switched on, in the last of the layers. */
import { isSafe } from './theme-sheet.ts'
import { refusalOf } from './user-css.ts'

const place = 'own_styles'
const sheet = new CSSStyleSheet()

export interface OwnStyles {
  css: string
  isOn: boolean
}

export function ownStyles(): OwnStyles {
  try {
    const { css, isOn } = JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<OwnStyles>
    return { css: typeof css === 'string' ? css : '', isOn: isOn === true }
  } catch {
    return { css: '', isOn: false }
  }
}

export function keepOwnStyles(styles: OwnStyles): void {
  localStorage.setItem(place, JSON.stringify(styles))
  applyOwnStyles()
}

export function applyOwnStyles(): void {
  const { css, isOn } = ownStyles()
  const others = document.adoptedStyleSheets.filter((each) => each !== sheet)
  document.adoptedStyleSheets = others
  if (!isOn || isSafe || refusalOf(css) !== undefined) return
  // Read by the browser first: a brace too many would otherwise leave the layer.
  const read = new CSSStyleSheet()
  read.replaceSync(css)
  sheet.replaceSync(`@layer user { ${[...read.cssRules].map(({ cssText }) => cssText).join('\n')} }`)
  document.adoptedStyleSheets = [...others, sheet]
}
