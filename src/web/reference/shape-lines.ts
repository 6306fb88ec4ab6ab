/** Turns a shape into rows for a reader: each field with its type and its meaning. */

export interface Schema {
  $ref?: string
  type?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

export interface Field {
  name: string
  type: string
  isRequired: boolean
  description: string
}

/** Makes a row of each object in a choice between described objects that their `type` tells apart. */
export function fieldsOf({ properties = {}, required = [], anyOf = [] }: Schema): Field[] {
  if (anyOf.length > 0 && anyOf.every(isVariant)) return anyOf.map(variantOf)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: required.includes(name) && schema.default === undefined,
    description: describe(schema),
  }))
}

const isVariant = ({ properties: { type } = {}, description }: Schema): boolean =>
  type?.const !== undefined && description !== undefined

function variantOf({ properties: { type, ...others } = {}, description = '' }: Schema): Field {
  return { name: String(type?.const), type: typeOf({ properties: others }), isRequired: false, description }
}

export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array') return `${wrapped(typeOf(schema.items ?? {}))}[]`
  if (schema.patternProperties !== undefined)
    return `{ [name]: ${Object.values(schema.patternProperties).map(typeOf)} }`
  if (schema.properties !== undefined) return `{ ${inside(schema.properties)} }`
  return schema.type ?? 'any'
}

const inside = (properties: Record<string, Schema>): string =>
  Object.entries(properties)
    .map(([name, schema]) => `${name}: ${typeOf(schema)}`)
    .join(', ')

const wrapped = (type: string): string => (type.includes(' | ') ? `(${type})` : type)

function describe(schema: Schema): string {
  const { description = '', default: initial, minimum, maximum, maxLength } = schema
  const bounds = [
    initial !== undefined && typeof initial !== 'object' && `Default ${JSON.stringify(initial)}.`,
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
  ]
  return [description, ...bounds.filter(Boolean)].filter(Boolean).join(' ')
}
