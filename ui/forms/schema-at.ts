/** Extracts parts of a larger schema: the field at a path, and a schema of some paths only. */

import { isObject } from '../../src/base/json-object.ts'
import { type Field, fieldOf } from './field.ts'
import { propertiesOf, type Schema, withoutNull } from './schema.ts'
import type { Path } from './values.ts'

/** A path that the schema does not know becomes a JSON field. */
export const fieldAt = (schema: Schema, path: Path): Field => fieldOf(String(path.at(-1) ?? ''), schemaAt(schema, path))

export function schemaAt(whole: Schema, path: Path): Schema {
  const [step, ...rest] = path
  if (step === undefined) return whole
  const { schema } = withoutNull(whole)
  const { items, additionalProperties: others } = schema
  const inner = typeof step === 'number' ? items : (propertiesOf(schema)[step] ?? others)
  return schemaAt(isObject(inner) ? inner : {}, rest)
}

/** Returns an object schema with only these paths; other values are not validated. */
export function schemaOf(whole: Schema, places: readonly Path[]): Schema {
  const names = new Set(places.map(([name]) => String(name ?? '')))
  const properties = [...names].map((name) => {
    const below = places.filter(([first]) => String(first) === name).map(([, ...rest]) => rest)
    const inner = schemaAt(whole, [name])
    return [name, below.some((path) => path.length === 0) ? inner : schemaOf(inner, below)]
  })
  return { type: 'object', properties: Object.fromEntries(properties) }
}
