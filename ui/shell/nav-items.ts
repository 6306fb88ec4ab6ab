/** The pages other than messages: their addresses, titles and parts. */
import type { CallName } from '../../src/client/client-over.ts'
import { answers, isHub } from '../api/answers.ts'
import type { TextKey } from '../catalogue/texts.ts'
import { paths, patterns } from '../routes.ts'

type PageName = 'macs' | 'relay' | 'deliveries' | 'plugins' | 'rules' | 'health' | 'logs' | 'statistics' | 'settings'

export interface NavItem {
  /** The name of its part. */
  name: PageName
  pattern: string
  href: string
  title: TextKey
  /** Without this row of the endpoint table there is no such page. */
  needs?: CallName
}

const pages: readonly NavItem[] = [
  { name: 'macs', pattern: patterns.macs, href: paths.macs(), title: 'shell.macs', needs: 'list_macs' },
  { name: 'relay', pattern: patterns.relay, href: paths.relay(), title: 'shell.relay', needs: 'overview' },
  {
    name: 'deliveries',
    pattern: patterns.deliveries,
    href: paths.deliveries(),
    title: 'shell.deliveries',
    needs: 'list_deliveries',
  },
  { name: 'plugins', pattern: patterns.plugins, href: paths.plugins(), title: 'shell.plugins', needs: 'list_plugins' },
  { name: 'rules', pattern: patterns.rules, href: paths.rules(), title: 'shell.rules', needs: 'list_rules' },
  { name: 'health', pattern: patterns.health, href: paths.health(), title: 'shell.health', needs: 'health_report' },
  { name: 'logs', pattern: patterns.logs, href: paths.logs(), title: 'shell.log', needs: 'log_history' },
  {
    name: 'statistics',
    pattern: patterns.statistics,
    href: paths.statistics(),
    title: 'shell.statistics',
    needs: 'statistics',
  },
  { name: 'settings', pattern: patterns.settings, href: paths.settings(), title: 'shell.settings' },
]

/** Pages of the relay or of a hub in the order of their index, and the settings; those that this service has answers for. */
export const navItems: readonly NavItem[] = pages.filter(
  ({ name, needs }) => (name !== 'macs' || isHub) && (needs === undefined || answers(needs)),
)
