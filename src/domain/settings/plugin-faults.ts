/** Finds the faults that a change of a plugin's settings introduces, by the JSON Schema that the plugin publishes. */
import { type Schema as JsonSchema, type OutputUnit, Validator } from '@cfworker/json-schema'
import { Value } from '@sinclair/typebox/value'
import { isObject } from '../../base/json-object.ts'
import type { SettingFault } from './faults.ts'
import { formatAllowed, type Schema } from './schema.ts'
import { schemaBelow } from './setting.ts'

type Values = Readonly<Record<string, unknown>>
type Keys = readonly string[]

/**
 * Only the differences between `before` and `after` are judged, so that a value broken by hand does not block other
 * changes. Missing required settings are reported when the plugin starts, since settings are filled in one by one.
 */
export function pluginFaults({
  before,
  after,
  schema,
}: {
  before: Values
  after: Values
  schema: Schema
}): SettingFault[] {
  const changed = differing(before, after)
  const unknown = changed.flatMap((keys) => unknownIn(keys, schema))
  const misfits = misfitsIn(after, schema).filter(
    ({ keys }) => changed.some((place) => isWithin(keys, place)) && !unknown.some((place) => isWithin(keys, place)),
  )
  return [
    ...unknown.map((keys) => ({ path: keys.join('.'), reason: 'is not a setting' })),
    ...misfits.map(({ keys, reason }) => ({ path: keys.join('.'), reason })),
  ]
}

/** Returns the paths of new or changed values; removed ones are not included. */
function differing(before: Values, after: Values, above: Keys = []): Keys[] {
  return Object.entries(after).flatMap(([key, value]) => {
    const [was, keys] = [Object.hasOwn(before, key) ? before[key] : undefined, [...above, key]]
    if (Value.Equal(was, value)) return []
    return isObject(value) && Object.keys(value).length > 0 ? differing(isObject(was) ? was : {}, value, keys) : [keys]
  })
}

function unknownIn(keys: Keys, whole: Schema): Keys[] {
  let schema: Schema | undefined = whole
  for (const [index, key] of keys.entries()) {
    schema = schemaBelow(schema, key)
    if (schema === undefined) return [keys.slice(0, index + 1)]
  }
  return []
}

interface Misfit {
  keys: Keys
  reason: string
}

/**
 * Returns one misfit for each path, and none for an object that contains another misfit. It returns nothing where the
 * schema itself is unusable.
 */
function misfitsIn(values: Values, schema: Schema): Misfit[] {
  const places = Map.groupBy(errorsIn(values, schema), ({ instanceLocation }) => instanceLocation)
  const all = [...places].map(([location, errors]) => ({ keys: keysOf(location), errors }))
  return all
    .filter(({ keys }) => !all.some((other) => other.keys.length > keys.length && isWithin(other.keys, keys)))
    .map(({ keys, errors }) => ({ keys, reason: reasonOf(errors, schemaAt(keys, schema)) }))
}

function errorsIn(values: Values, schema: Schema): OutputUnit[] {
  try {
    return new Validator(schema as JsonSchema, '2020-12', false).validate(values).errors
  } catch {
    return []
  }
}

const toldByWords: readonly string[] = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'minimum', 'maximum']

/** Never quotes the value, which may be a secret. */
function reasonOf(errors: readonly OutputUnit[], schema: Schema | undefined): string {
  const own = errors.at(-1)
  if (schema !== undefined && errors.some(({ keyword }) => toldByWords.includes(keyword)))
    return `must be ${formatAllowed(schema)}`
  const error = (own?.error ?? 'does not fit').replace(/\.$/, '')
  return error.charAt(0).toLowerCase() + error.slice(1)
}

const schemaAt = (keys: Keys, whole: Schema): Schema | undefined =>
  keys.reduce<Schema | undefined>(
    (schema, key) =>
      schema && (schema.items !== undefined && /^\d+$/.test(key) ? schema.items : schemaBelow(schema, key)),
    whole,
  )

const isWithin = (keys: Keys, place: Keys): boolean => place.every((key, index) => keys[index] === key)

/** Splits a JSON pointer as the validator writes it. */
const keysOf = (location: string): Keys =>
  location
    .split('/')
    .slice(1)
    .map((step) => decodeURI(step).replaceAll('~1', '/').replaceAll('~0', '~'))
