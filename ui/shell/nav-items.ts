/** The pages other than messages: their addresses, titles and parts. */
import type { CallName } from '../../src/client/client-over.ts'
import { answers, isHub } from '../api/answers.ts'
import type { TextKey } from '../catalogue/texts.ts'
import { paths, patterns } from '../routes.ts'

/**
 * The first request of each page: if the service does not answer it, the page is left out. In the order of the index.
 */
const asks = {
  macs: 'list_macs',
  relay: 'overview',
  deliveries: 'list_deliveries',
  plugins: 'list_plugins',
  rules: 'list_rules',
  health: 'health_report',
  logs: 'log_history',
  statistics: 'statistics',
  settings: 'get_settings',
} as const satisfies Record<string, CallName>
type PageName = keyof typeof asks
const names = Object.keys(asks) as PageName[]

export interface NavItem {
  /** The name of its part. */
  name: PageName
  pattern: string
  href: string
  title: TextKey
}

export const navItems: readonly NavItem[] = names
  .filter((name) => answers(asks[name]) && (name !== 'macs' || isHub))
  .map((name) => ({ name, pattern: patterns[name], href: paths[name](), title: `shell.${name}` }))

/** The overview of the relay on a Mac, the Macs on a hub. */
export const [overviewItem] = navItems as [NavItem]
