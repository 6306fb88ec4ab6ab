/** Overrides the theme of the server's stylesheet: by a preview, or by no theme at all. */

const sheet = new CSSStyleSheet()
const root = document.documentElement

/** This address leaves a theme that hides what is needed to leave it. */
export const isSafe = new URLSearchParams(location.search).get('theme') === 'default'

/** `data-theme` on the root element disables the server's stylesheet. */
export function begin(): void {
  document.adoptedStyleSheets.push(sheet)
  if (isSafe) root.dataset.theme = 'default'
}

export function preview(tokens: Readonly<Record<string, string>>): void {
  const lines = Object.entries(tokens).map(([name, value]) => `${name}: ${value};`)
  sheet.replaceSync(
    `@layer theme { @media screen and (forced-colors: none) { :root[data-theme='preview'] { ${lines.join(' ')} } } }`,
  )
  root.dataset.theme = 'preview'
}

export function endPreview(): void {
  if (isSafe) root.dataset.theme = 'default'
  else delete root.dataset.theme
}

/** Called after the choice has changed. The old stylesheet stays until the new one has loaded. */
export function reloadTheme(): Promise<void> {
  const old = document.querySelector<HTMLLinkElement>('link[data-theme-sheet]')
  if (old === null) return Promise.resolve()
  const next = old.cloneNode() as HTMLLinkElement
  return new Promise((resolve) => {
    const done = () => {
      old.remove()
      endPreview()
      resolve()
    }
    next.addEventListener('load', done)
    next.addEventListener('error', done)
    old.after(next)
  })
}
