/** Makes the list of plugins a query whose texts are in the reader's language. */
import type { PluginRecord } from '../../src/contract/plugin.ts'
import { inLanguage } from '../../src/domain/plugin-texts.ts'
import { locale } from '../catalogue/texts.ts'
import { asking } from './ask.ts'

/** Defined once, so that the list is translated only when it has changed. */
const inReadersLanguage = (plugins: PluginRecord[]): PluginRecord[] =>
  plugins.map((plugin) => inLanguage(plugin, locale()))

export const askingPlugins = () => ({ ...asking('list_plugins'), select: inReadersLanguage })
