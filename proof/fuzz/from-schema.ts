/** Generates values that roughly match a JSON Schema. */
import { chance, pick, type Random, wholeNumber } from '../../simulator/random.ts'
import { anyJson, strangeText } from './mutate.ts'

interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  minimum?: number
  maximum?: number
  default?: unknown
}

/** `wildness` is the probability that a part violates the schema. */
export function fromSchema(random: Random, schema: Schema, wildness: number): unknown {
  if (chance(random, wildness)) return anyJson(random)
  const { anyOf, allOf, enum: several } = schema
  if ('const' in schema) return schema.const
  if (several !== undefined) return pick(random, several)
  if (anyOf !== undefined) return fromSchema(random, pick(random, anyOf), wildness)
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => fromSchema(random, part, wildness)))
  return valueOfType(random, schema, wildness)
}

function valueOfType(random: Random, schema: Schema, wildness: number): unknown {
  switch (schema.type) {
    case 'boolean':
      return chance(random, 0.5)
    case 'integer':
      return wholeNumber(random, (schema.minimum ?? 0) - 1, Math.min(schema.maximum ?? 1_000, 100_000) + 1)
    case 'number':
      return (schema.minimum ?? 0) + random() * ((schema.maximum ?? 1_000) - (schema.minimum ?? 0))
    case 'null':
      return null
    case 'array':
      return Array.from({ length: wholeNumber(random, 0, 3) }, () => fromSchema(random, schema.items ?? {}, wildness))
    case 'object':
      return objectOf(random, schema, wildness)
    case 'string':
      return strangeText(random)
    default:
      return anyJson(random)
  }
}

function objectOf(random: Random, { properties = {}, required = [] }: Schema, wildness: number): object {
  const kept = Object.entries(properties).filter(([key]) =>
    chance(random, required.includes(key) ? 1 - wildness / 2 : 0.5),
  )
  const more = chance(random, wildness) ? [[strangeText(random), anyJson(random)]] : []
  return Object.fromEntries([...kept.map(([key, each]) => [key, fromSchema(random, each, wildness)]), ...more])
}
