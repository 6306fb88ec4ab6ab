/** The pages other than messages: their addresses, titles and modules. */
import type { ComponentType, LazyExoticComponent } from 'react'
import type { TextKey } from '../catalogue/texts.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { paths, patterns } from '../routes.ts'

export type NavPattern = Exclude<(typeof patterns)[keyof typeof patterns], MessagesPattern>
type MessagesPattern = (typeof patterns)['home' | 'conversation' | 'newMessage' | 'search']

export interface NavItem {
  pattern: NavPattern
  href: string
  title: TextKey
  page: LazyExoticComponent<ComponentType>
}

/** Pages in the order of the index. */
export const navItems: readonly NavItem[] = [
  {
    pattern: patterns.settings,
    href: paths.settings(),
    title: 'shell.settings',
    page: lazyPart(() => import('../pages/settings/SettingsPage.tsx')),
  },
  {
    pattern: patterns.plugins,
    href: paths.plugins(),
    title: 'shell.plugins',
    page: lazyPart(() => import('../pages/plugins/PluginsPage.tsx')),
  },
  {
    pattern: patterns.rules,
    href: paths.rules(),
    title: 'shell.rules',
    page: lazyPart(() => import('../pages/rules/RulesPage.tsx')),
  },
  {
    pattern: patterns.logs,
    href: paths.logs(),
    title: 'shell.log',
    page: lazyPart(() => import('../pages/logs/LogsPage.tsx')),
  },
  {
    pattern: patterns.statistics,
    href: paths.statistics(),
    title: 'shell.statistics',
    page: lazyPart(() => import('../pages/statistics/StatisticsPage.tsx')),
  },
  {
    pattern: patterns.health,
    href: paths.health(),
    title: 'shell.health',
    page: lazyPart(() => import('../pages/health/HealthPage.tsx')),
  },
]
