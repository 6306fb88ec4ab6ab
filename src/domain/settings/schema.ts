/** Reads JSON Schemas, as far as our settings and those of plugins use them. */

export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly then?: Schema
  readonly else?: Schema
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  /** The process that has to restart before the setting takes effect. */
  readonly 'x-restart'?: string
}

/** Returns the alternatives that may be fulfilled: one, unless the schema is a choice. */
export const waysOf = ({ anyOf, ...own }: Schema): readonly Schema[] => anyOf ?? [own]

/** Returns the only values that are allowed; undefined where they cannot be listed. */
export function choicesOf(schema: Schema): readonly unknown[] | undefined {
  const choices = waysOf(schema).map(({ const: only, enum: several, type }) => {
    if (several !== undefined) return several
    if (only !== undefined) return [only]
    if (type === 'null') return [null]
    return type === 'boolean' ? [true, false] : undefined
  })
  return choices.every((some) => some !== undefined) ? choices.flat() : undefined
}

export const isOfType = ({ type }: Schema, wanted: string): boolean => [type].flat().includes(wanted)

/** Describes in words for people which values a setting may have. */
export function formatAllowed(schema: Schema): string {
  const choices = choicesOf(schema)
  if (choices !== undefined) return oneOf(choices.map((choice) => String(choice)))
  return oneOf(waysOf(schema).map(formatWay))
}

function formatWay(schema: Schema): string {
  const choices = choicesOf(schema)
  if (choices !== undefined) return oneOf(choices.map((choice) => String(choice)))
  if (isOfType(schema, 'integer')) return `a whole number${boundsOf(schema)}`
  if (isOfType(schema, 'number')) return `a number${boundsOf(schema)}`
  if (isOfType(schema, 'string')) return 'a text'
  if (isOfType(schema, 'array')) return schema.items?.type === 'string' ? 'a list of texts' : 'a list, as JSON'
  return 'an object, as JSON'
}

function boundsOf({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` up to ${maximum}`
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`
}

const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
