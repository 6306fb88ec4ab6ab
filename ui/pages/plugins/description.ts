/** Says what a plugin does: a bundled one in the reader's language, any other in its own words. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { textFor } from '../../catalogue/texts.ts'

export const descriptionOf = ({ name, description, is_installed }: PluginRecord): string =>
  (is_installed ? undefined : textFor(`plugin.about_${name}`)) ?? description
