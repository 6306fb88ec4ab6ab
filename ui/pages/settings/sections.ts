/** The sections of the settings, in display order. */
import {
  AppWindow,
  Bell,
  Blocks,
  Braces,
  Globe,
  type LucideIcon,
  Palette,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { CallName } from '../../../src/client/client-over.ts'
import { answers } from '../../api/answers.ts'
import type { TextKey } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'

export interface SettingsSection {
  /** Name in the address. */
  name: string
  title: TextKey
  icon?: LucideIcon
  /** Other titles in the section that the search finds; settings of the service are in `homes.ts`. */
  about?: readonly TextKey[]
  /** Rows of the endpoint table without which there is nothing in it. */
  needs: readonly CallName[]
  content: LazyExoticComponent<ComponentType>
}

const all: readonly SettingsSection[] = [
  {
    name: 'general',
    title: 'settings.general',
    icon: SlidersHorizontal,
    needs: ['list_plugins'],
    content: lazyPart(() => import('./relay/GeneralSection.tsx')),
  },
  {
    name: 'people',
    title: 'settings.people',
    icon: Users,
    needs: ['list_whitelist'],
    about: ['people.groups', 'people.held_back', 'people.paste'],
    content: lazyPart(() => import('./people/PeopleSection.tsx')),
  },
  {
    name: 'security',
    title: 'settings.security',
    icon: ShieldCheck,
    needs: ['list_keys'],
    about: ['security.password', 'security.keys', 'security.assistants', 'security.browsers'],
    content: lazyPart(() => import('./security/SecuritySection.tsx')),
  },
  {
    name: 'sending',
    title: 'settings.sending',
    icon: Send,
    needs: ['send', 'capabilities'],
    content: lazyPart(() => import('./relay/SendingSection.tsx')),
  },
  {
    name: 'web',
    title: 'settings.web',
    icon: Globe,
    needs: ['get_settings', 'restart_process'],
    content: lazyPart(() => import('./relay/WebSection.tsx')),
  },
  {
    name: 'apps',
    title: 'apps.title',
    icon: Blocks,
    needs: ['compat'],
    about: ['apps.password', 'apps.webhooks'],
    content: lazyPart(() => import('./apps/AppsSection.tsx')),
  },
  {
    name: 'appearance',
    title: 'appearance.title',
    icon: Palette,
    needs: ['themes'],
    about: ['appearance.files', 'appearance.import', 'appearance.own', 'appearance.reset'],
    content: lazyPart(() => import('./appearance/AppearanceSection.tsx')),
  },
  {
    name: 'notifications',
    title: 'notifications.title',
    icon: Bell,
    needs: ['push_key'],
    about: ['notifications.on', 'notifications.push', 'notifications.level', 'notifications.alerts'],
    content: lazyPart(() => import('./notifications/NotificationsSection.tsx')),
  },
  {
    name: 'browser',
    title: 'browser.title',
    icon: AppWindow,
    needs: [],
    about: ['browser.language', 'browser.enter_sends'],
    content: lazyPart(() => import('./browser/BrowserSection.tsx')),
  },
  {
    name: 'advanced',
    title: 'settings.advanced',
    icon: Braces,
    needs: ['settings_schema', 'list_plugins'],
    about: ['settings.backup', 'settings.json', 'settings.json_edit'],
    content: lazyPart(() => import('./advanced/AdvancedSection.tsx')),
  },
]

export const sections = all.filter(({ needs }) => needs.every(answers))
