/** Looks beside the one that the server's stylesheet holds: a preview, or none at all. */

const sheet = new CSSStyleSheet()
const root = document.documentElement

/** A theme that hides what would be needed to leave it is left by this address. */
export const isSafe = new URLSearchParams(location.search).get('theme') === 'default'

/** `data-theme` on the root puts the server's stylesheet out of force. */
export function begin(): void {
  document.adoptedStyleSheets.push(sheet)
  if (isSafe) root.dataset.theme = 'default'
}

export function preview(tokens: Readonly<Record<string, string>>): void {
  const lines = Object.entries(tokens).map(([name, value]) => `${name}: ${value};`)
  sheet.replaceSync(
    `@layer theme { @media (forced-colors: none) { :root[data-theme='preview'] { ${lines.join(' ')} } } }`,
  )
  root.dataset.theme = 'preview'
}

export function endPreview(): void {
  if (isSafe) root.dataset.theme = 'default'
  else delete root.dataset.theme
}

/** After the choice has changed. The old one stays until the new one is there. */
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
