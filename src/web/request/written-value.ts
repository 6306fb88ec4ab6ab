/**
 * Converts the text values of a path or query to the types that their schema names; a value that does not fit stays
 * text.
 */
import type { TSchema } from '@sinclair/typebox'

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

export function typedValues(schema: TSchema, values: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, typed(schema.properties?.[name], text)]),
  )
}

function typed(schema: TSchema | undefined, text: string): unknown {
  if (wants(schema, 'number') && decimal.test(text)) return Number(text)
  if (wants(schema, 'boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const wants = (schema: TSchema | undefined, type: 'number' | 'boolean'): boolean =>
  schema !== undefined &&
  (schema.type === type ||
    (type === 'number' && schema.type === 'integer') ||
    (schema.anyOf ?? []).some((inner: TSchema) => wants(inner, type)))
