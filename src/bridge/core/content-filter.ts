/** Hides words, patterns and personal data from plugins, or holds back the messages that contain them. */
import { contentFilter, type ContentFilter as Filter, type FilterSettings } from '../../domain/filter/content-filter.ts'
import { personalData } from '../../domain/filter/personal-data.ts'
import type { RelayMessage } from '../../domain/message.ts'
import type { PluginContext } from '../../plugin-api/index.ts'
import type { CorePlugin } from '../../plugins/core/core-plugin.ts'
import { contentFilter as german } from './german.ts'

interface Settings extends FilterSettings {
  action: 'replace' | 'drop'
  per_plugin: Record<string, Partial<FilterSettings & Pick<Settings, 'action'>>>
}

interface Filtering {
  filter: Filter
  action: Settings['action']
}

const listOf = (items: object, title: string, description: string) => ({
  type: 'array',
  items,
  default: [],
  title,
  description,
})
const shortText = { type: 'string', minLength: 1, maxLength: 300 }
const filters = {
  words: listOf(shortText, 'Words', 'Words and phrases, in any case; `*` at the end stands for any ending.'),
  patterns: listOf(
    shortText,
    'Patterns',
    'Like regular expressions: `order \\d{4,}`, `(red|blue) team`. Case makes no difference.',
  ),
  personal_data: listOf({ enum: personalData }, 'Personal data', 'Found wherever they stand in a text.'),
  action: {
    enum: ['replace', 'drop'],
    default: 'replace',
    title: 'What is done',
    description: '`replace` hides what was found behind •••; `drop` keeps the whole message back.',
  },
}
const { words, patterns, personal_data, action } = filters
const withoutDefault = ({ default: _, ...schema }: { default: unknown }) => schema

export class ContentFilter implements CorePlugin {
  static readonly NAME = 'content_filter'
  static readonly DISPLAY_NAME = 'Content filter'
  static readonly DESCRIPTION = 'Hides words, patterns and personal data from plugins, or keeps such messages back.'
  static readonly TRANSLATIONS = { de: german }
  static readonly TIER = 'core'
  static readonly SETTINGS_SCHEMA = {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...filters,
      plugins: listOf(
        { type: 'string' },
        'Plugins',
        'What these are handed is filtered; empty: what any plugin is handed.',
      ),
      per_plugin: {
        type: 'object',
        default: {},
        title: 'For one plugin',
        description: 'By its name: what is otherwise for it. `{ "telegram": { "action": "drop" } }`',
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          properties: {
            words: withoutDefault(words),
            patterns: withoutDefault(patterns),
            personal_data: withoutDefault(personal_data),
            action: withoutDefault(action),
          },
        },
      },
    },
  }

  #all: Filtering | undefined
  readonly #own = new Map<string, Filtering>()

  async start({ plugin_config }: PluginContext): Promise<void> {
    const settings = plugin_config as unknown as Settings
    this.#all = filtering(settings)
    for (const [plugin, own] of Object.entries(settings.per_plugin))
      this.#own.set(plugin, filtering({ ...settings, ...own }))
  }

  async stop(): Promise<void> {}
  async on_inbound(): Promise<void> {}

  transform(message: RelayMessage, plugin: string): RelayMessage | undefined {
    const filtering = this.#own.get(plugin) ?? this.#all
    if (filtering === undefined) throw new Error('It was not started.')
    const hidden = shownBy(filtering.filter, message)
    const isFound = JSON.stringify(hidden) !== JSON.stringify(message)
    return isFound && filtering.action === 'drop' ? undefined : hidden
  }
}

function filtering({ action, ...settings }: FilterSettings & Pick<Settings, 'action'>): Filtering {
  const filter = contentFilter(settings)
  if ('problem' in filter) throw new Error(filter.problem)
  return { filter, action }
}

/** The sender's name stays as it is, since nobody could reply without it. */
function shownBy({ apply }: Filter, message: RelayMessage): RelayMessage {
  const { text, groupName, replyTo, attachments } = message
  const hide = (written: string | null) => (written === null ? null : apply(written))
  return {
    ...message,
    text: hide(text),
    groupName: hide(groupName),
    replyTo: replyTo && { ...replyTo, excerpt: hide(replyTo.excerpt) },
    attachments: attachments.map((one) => ({ ...one, name: apply(one.name) })),
  }
}
