/** Adds to the settings of a plugin of a hub for which lines it is, which every plugin has there. */
import type { Line } from '../contract/line.ts'
import type { PluginRecord } from '../contract/plugin.ts'

/** Core plugins change what others get, and receive nothing themselves. */
export function withLines(plugin: PluginRecord, lines: readonly Pick<Line, 'id' | 'name'>[]): PluginRecord {
  const { settings_schema: schema, translations, tier } = plugin
  if (tier === 'core' || tier === null) return plugin
  const { properties } = schema as { properties?: Record<string, unknown> }
  const german = translations.de ?? {}
  return {
    ...plugin,
    settings_schema: {
      ...schema,
      properties: {
        ...properties,
        only_lines: {
          type: 'array',
          // Numbers stay when a line is renamed.
          items: { oneOf: lines.map(({ id, name }) => ({ const: id, title: name })) },
          uniqueItems: true,
          default: [],
          title: 'Only these lines',
          description: 'Messages of other lines are not sent. None chosen: messages of all lines are.',
        },
      },
    },
    translations: {
      ...translations,
      de: {
        ...german,
        settings: {
          ...german.settings,
          only_lines: {
            title: 'Nur diese Anschlüsse',
            description:
              'Nachrichten anderer Anschlüsse werden nicht weitergegeben. Ist keiner gewählt, gehen die von allen hinaus.',
          },
        },
      },
    },
  }
}
