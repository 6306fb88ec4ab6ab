/**
 * The modules that addresses show within the shell. They begin to load ahead of the shell, so this file imports
 * addresses only.
 */
import { paths } from '../routes.ts'
import { lastPlace } from './places.ts'

export const modules = {
  messages: () => import('../pages/messages/MessagesPage.tsx'),
  conversation: () => import('../pages/messages/ConversationView.tsx'),
  newMessage: () => import('../parts/new-message/NewMessage.tsx'),
  starred: () => import('../parts/starred/StarredMessages.tsx'),
  administration: () => import('./AdministrationLayout.tsx'),
  macs: () => import('../pages/macs/MacsPage.tsx'),
  relay: () => import('../pages/relay/RelayPage.tsx'),
  deliveries: () => import('../pages/relay/deliveries/DeliveriesPage.tsx'),
  plugins: () => import('../pages/plugins/PluginsPage.tsx'),
  rules: () => import('../pages/rules/RulesPage.tsx'),
  health: () => import('../pages/health/HealthPage.tsx'),
  logs: () => import('../pages/logs/LogsPage.tsx'),
  statistics: () => import('../pages/statistics/StatisticsPage.tsx'),
  settings: () => import('../pages/settings/SettingsPage.tsx'),
  letIn: () => import('../pages/let-in/LetInPage.tsx'),
} as const

export type ModuleName = keyof typeof modules

/** The modules by the beginning of the address. */
const shown: Readonly<Record<string, readonly ModuleName[]>> = {
  messages: ['messages'],
  search: ['messages'],
  archived: ['messages'],
  starred: ['messages', 'starred'],
  c: ['messages', 'conversation'],
  new: ['messages', 'newMessage'],
  macs: ['administration', 'macs'],
  relay: ['administration', 'relay'],
  'relay/deliveries': ['administration', 'deliveries'],
  plugins: ['administration', 'plugins'],
  rules: ['administration', 'rules'],
  health: ['administration', 'health'],
  logs: ['administration', 'logs'],
  stats: ['administration', 'statistics'],
  settings: ['administration', 'settings'],
  'let-in': ['letIn'],
}

/** Takes a path below the base; the beginning leads to the place where the reader was last. */
export const addressOf = (path: string): string => (path === paths.home() || path === '' ? lastPlace() : path)

/** Takes a path below the base. */
export function shownAt(path: string): readonly ModuleName[] {
  const whole = addressOf(path).slice(1)
  return shown[whole] ?? shown[whole.split('/')[0] ?? ''] ?? []
}
