/** The sections of the settings, in the order in which they are shown. */
import type { ComponentType, LazyExoticComponent } from 'react'
import type { TextKey } from '../../catalogue/texts.ts'

export interface SettingsSection {
  /** In the address. */
  name: string
  title: TextKey
  content: LazyExoticComponent<ComponentType>
}

export const sections: readonly SettingsSection[] = []
