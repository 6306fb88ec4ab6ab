/** Puts the texts of a plugin into a language that it is translated into; a text without a translation stays in English. */
import { isObject } from '../base/json-object.ts'
import type { PluginRecord, PluginTexts } from '../contract/plugin.ts'

type Schema = Readonly<Record<string, unknown>>
type SettingsTexts = NonNullable<PluginTexts['settings']>
type SettingTexts = SettingsTexts[string]

/** `language` is a tag such as `de-AT`; where there is no translation into it, one into `de` is used. */
export function inLanguage<P extends PluginRecord>(plugin: P, language: string): P {
  const texts = plugin.translations[language] ?? plugin.translations[language.split('-')[0] ?? '']
  if (texts === undefined) return plugin
  const { display_name = plugin.display_name, description = plugin.description, network = {}, settings = {} } = texts
  return {
    ...plugin,
    display_name,
    description,
    network: plugin.network.map((place) => ({ ...place, reason: network[place.host] ?? place.reason })),
    settings_schema: translatedFields(plugin.settings_schema, settings),
  }
}

function translatedFields(schema: Schema, settings: SettingsTexts, path = ''): Record<string, unknown> {
  const { properties } = schema
  if (!isObject(properties)) return { ...schema }
  const translated = Object.entries(properties).map(([name, property]) => {
    if (!isObject(property)) return [name, property]
    const place = `${path}${name}`
    return [name, translatedField(translatedFields(property, settings, `${place}.`), settings[place] ?? {})]
  })
  return { ...schema, properties: Object.fromEntries(translated) }
}

function translatedField(schema: Schema, { title, description, options = {} }: SettingTexts): Schema {
  const { items } = schema
  return {
    ...withTitledValues(schema, options),
    ...(isObject(items) && { items: withTitledValues(items, options) }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
}

/** Values that are only listed have no titles, so each becomes a constant that has one. */
function withTitledValues(schema: Schema, options: Readonly<Record<string, string>>): Schema {
  if (Object.keys(options).length === 0) return schema
  const { enum: listed, ...rest } = schema
  if (Array.isArray(listed)) {
    const oneOf = listed.map((value) => ({ const: value, title: options[String(value)] ?? String(value) }))
    return { ...rest, oneOf }
  }
  const titled = (branch: unknown) =>
    isObject(branch) && 'const' in branch ? { ...branch, title: options[String(branch.const)] ?? branch.title } : branch
  return {
    ...schema,
    ...(Array.isArray(schema.oneOf) && { oneOf: schema.oneOf.map(titled) }),
    ...(Array.isArray(schema.anyOf) && { anyOf: schema.anyOf.map(titled) }),
  }
}
