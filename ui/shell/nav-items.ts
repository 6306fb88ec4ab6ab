/** The pages other than messages: their addresses, titles, icons and modules. */
import { ChartNoAxesColumn, HeartPulse, Plug, ScrollText, Settings, Workflow } from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { TextKey } from '../catalogue/texts.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { paths, patterns } from '../routes.ts'

export interface NavItem {
  pattern: string
  href: string
  title: TextKey
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  page: LazyExoticComponent<ComponentType>
}

/** Pages in the order of the index. */
export const navItems: readonly NavItem[] = [
  {
    ...{ pattern: patterns.settings, href: paths.settings(), title: 'shell.settings', icon: Settings },
    page: lazyPart(() => import('../pages/settings/SettingsPage.tsx')),
  },
  {
    ...{ pattern: patterns.plugins, href: paths.plugins(), title: 'shell.plugins', icon: Plug },
    page: lazyPart(() => import('../pages/plugins/PluginsPage.tsx')),
  },
  {
    ...{ pattern: patterns.rules, href: paths.rules(), title: 'shell.rules', icon: Workflow },
    page: lazyPart(() => import('../pages/rules/RulesPage.tsx')),
  },
  {
    ...{ pattern: patterns.logs, href: paths.logs(), title: 'shell.log', icon: ScrollText },
    page: lazyPart(() => import('../pages/logs/LogsPage.tsx')),
  },
  {
    ...{ pattern: patterns.statistics, href: paths.statistics(), title: 'shell.statistics', icon: ChartNoAxesColumn },
    page: lazyPart(() => import('../pages/statistics/StatisticsPage.tsx')),
  },
  {
    ...{ pattern: patterns.health, href: paths.health(), title: 'shell.health', icon: HeartPulse },
    page: lazyPart(() => import('../pages/health/HealthPage.tsx')),
  },
]
