/** Saves a theme as a file that another installation can import. */
import type { ThemeDetails } from '../../../../src/contract/theme.ts'

/** The names of built-in themes are taken in every installation, so a copy gets another name. */
const copied = ({ source, origin, name, title }: ThemeDetails) =>
  origin === 'built_in' ? { ...source, name: `${name}-copy`, title: `${title} (copy)` } : source

export function saveTheme(theme: ThemeDetails): void {
  const text = `${JSON.stringify(copied(theme), null, 2)}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: `${theme.name}.theme.json` })
  link.click()
  URL.revokeObjectURL(address)
}
