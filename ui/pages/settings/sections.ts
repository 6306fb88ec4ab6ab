/** The sections of the settings, in the order in which they are shown. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { TextKey } from '../../catalogue/texts.ts'

export interface SettingsSection {
  /** In the address. */
  name: string
  title: TextKey
  content: LazyExoticComponent<ComponentType>
}

export const sections: readonly SettingsSection[] = [
  {
    ...{ name: 'appearance', title: 'appearance.title' },
    content: lazy(() => import('./appearance/AppearanceSection.tsx')),
  },
  {
    ...{ name: 'notifications', title: 'notifications.title' },
    content: lazy(() => import('./notifications/NotificationsSection.tsx')),
  },
  {
    ...{ name: 'browser', title: 'browser.title' },
    content: lazy(() => import('./browser/BrowserSection.tsx')),
  },
]
