/** The pages besides messages: where they are, what they are called, and what is loaded for them. */
import { ChartNoAxesColumn, HeartPulse, Plug, ScrollText, Settings, Workflow } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { TextKey } from '../catalogue/texts.ts'
import { paths, patterns } from '../routes.ts'

export interface Place {
  pattern: string
  href: string
  title: TextKey
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  page: LazyExoticComponent<ComponentType>
}

/** In the order of the index. */
export const places: readonly Place[] = [
  {
    ...{ pattern: patterns.settings, href: paths.settings(), title: 'shell.settings', icon: Settings },
    page: lazy(() => import('../pages/settings/SettingsPage.tsx')),
  },
  {
    ...{ pattern: patterns.plugins, href: paths.plugins(), title: 'shell.plugins', icon: Plug },
    page: lazy(() => import('../pages/plugins/PluginsPage.tsx')),
  },
  {
    ...{ pattern: patterns.rules, href: paths.rules(), title: 'shell.rules', icon: Workflow },
    page: lazy(() => import('../pages/rules/RulesPage.tsx')),
  },
  {
    ...{ pattern: patterns.logs, href: paths.logs(), title: 'shell.log', icon: ScrollText },
    page: lazy(() => import('../pages/logs/LogsPage.tsx')),
  },
  {
    ...{ pattern: patterns.statistics, href: paths.statistics(), title: 'shell.statistics', icon: ChartNoAxesColumn },
    page: lazy(() => import('../pages/statistics/StatisticsPage.tsx')),
  },
  {
    ...{ pattern: patterns.health, href: paths.health(), title: 'shell.health', icon: HeartPulse },
    page: lazy(() => import('../pages/health/HealthPage.tsx')),
  },
]
