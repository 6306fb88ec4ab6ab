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
import type { TextKey } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'

export interface SettingsSection {
  /** Name in the address. */
  name: string
  title: TextKey
  icon?: LucideIcon
  /** Other titles in the section that the search finds; settings of the service are in `homes.ts`. */
  about?: readonly TextKey[]
  content: LazyExoticComponent<ComponentType>
}

export const sections: readonly SettingsSection[] = [
  {
    name: 'general',
    title: 'settings.general',
    icon: SlidersHorizontal,
    content: lazyPart(() => import('./relay/GeneralSection.tsx')),
  },
  {
    name: 'people',
    title: 'settings.people',
    icon: Users,
    about: ['people.groups', 'people.held_back', 'people.paste'],
    content: lazyPart(() => import('./people/PeopleSection.tsx')),
  },
  {
    name: 'security',
    title: 'settings.security',
    icon: ShieldCheck,
    about: ['security.password', 'security.keys', 'security.assistants', 'security.browsers'],
    content: lazyPart(() => import('./security/SecuritySection.tsx')),
  },
  {
    name: 'sending',
    title: 'settings.sending',
    icon: Send,
    content: lazyPart(() => import('./relay/SendingSection.tsx')),
  },
  {
    name: 'web',
    title: 'settings.web',
    icon: Globe,
    content: lazyPart(() => import('./relay/WebSection.tsx')),
  },
  {
    name: 'apps',
    title: 'apps.title',
    icon: Blocks,
    about: ['apps.password', 'apps.webhooks'],
    content: lazyPart(() => import('./apps/AppsSection.tsx')),
  },
  {
    name: 'appearance',
    title: 'appearance.title',
    icon: Palette,
    about: ['appearance.files', 'appearance.import', 'appearance.own', 'appearance.reset'],
    content: lazyPart(() => import('./appearance/AppearanceSection.tsx')),
  },
  {
    name: 'notifications',
    title: 'notifications.title',
    icon: Bell,
    about: ['notifications.on', 'notifications.push', 'notifications.level', 'notifications.alerts'],
    content: lazyPart(() => import('./notifications/NotificationsSection.tsx')),
  },
  {
    name: 'browser',
    title: 'browser.title',
    icon: AppWindow,
    about: ['browser.language', 'browser.enter_sends'],
    content: lazyPart(() => import('./browser/BrowserSection.tsx')),
  },
  {
    name: 'advanced',
    title: 'settings.advanced',
    icon: Braces,
    about: ['settings.backup', 'settings.json', 'settings.json_edit'],
    content: lazyPart(() => import('./advanced/AdvancedSection.tsx')),
  },
]
