/** A JSON Schema, as far as our settings and those of plugins use it. */
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
