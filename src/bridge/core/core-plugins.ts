/**
 * Lists the plugins of the core tier in the order in which they transform: matches are hidden before the text is
 * encrypted.
 */
import type { CorePluginClass } from '../../plugins/core/core-plugin.ts'
import { ContentFilter } from './content-filter.ts'
import { Encryption } from './encryption.ts'
import { Rules } from './rules.ts'
import { Stats } from './stats.ts'

export const corePlugins: readonly CorePluginClass[] = [ContentFilter, Encryption, Stats, Rules]
