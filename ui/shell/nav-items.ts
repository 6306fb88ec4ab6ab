/** The pages other than messages: their addresses, titles and parts. */
import { isHub } from '../api/answers.ts'
import type { TextKey } from '../catalogue/texts.ts'
import { paths, patterns } from '../routes.ts'

type PageName = 'macs' | 'relay' | 'deliveries' | 'plugins' | 'rules' | 'health' | 'logs' | 'statistics' | 'settings'

export interface NavItem {
  /** The name of its part. */
  name: PageName
  pattern: string
  href: string
  title: TextKey
}

const pages: readonly NavItem[] = [
  { name: 'macs', pattern: patterns.macs, href: paths.macs(), title: 'shell.macs' },
  { name: 'relay', pattern: patterns.relay, href: paths.relay(), title: 'shell.relay' },
  {
    name: 'deliveries',
    pattern: patterns.deliveries,
    href: paths.deliveries(),
    title: 'shell.deliveries',
  },
  { name: 'plugins', pattern: patterns.plugins, href: paths.plugins(), title: 'shell.plugins' },
  { name: 'rules', pattern: patterns.rules, href: paths.rules(), title: 'shell.rules' },
  { name: 'health', pattern: patterns.health, href: paths.health(), title: 'shell.health' },
  { name: 'logs', pattern: patterns.logs, href: paths.logs(), title: 'shell.log' },
  {
    name: 'statistics',
    pattern: patterns.statistics,
    href: paths.statistics(),
    title: 'shell.statistics',
  },
  { name: 'settings', pattern: patterns.settings, href: paths.settings(), title: 'shell.settings' },
]

/** A Mac has the pages of its relay, in the order of their index, and a hub has its Macs; both have settings. */
export const navItems: readonly NavItem[] = pages.filter(
  ({ name }) => name === 'settings' || (name === 'macs') === isHub,
)
