/** The pages other than messages: their addresses, titles and parts. */
import { isHub } from '../api/answers.ts'
import type { TextKey } from '../catalogue/texts.ts'
import { paths, patterns } from '../routes.ts'

const names = ['macs', 'relay', 'deliveries', 'plugins', 'rules', 'health', 'logs', 'statistics', 'settings'] as const
type PageName = (typeof names)[number]

export interface NavItem {
  /** The name of its part. */
  name: PageName
  pattern: string
  href: string
  title: TextKey
}

/** A Mac has the pages of its relay, in the order of their index, and a hub has its Macs; both have settings. */
export const navItems: readonly NavItem[] = names
  .filter((name) => name === 'settings' || (name === 'macs') === isHub)
  .map((name) => ({ name, pattern: patterns[name], href: paths[name](), title: `shell.${name}` }))
