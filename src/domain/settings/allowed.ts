/** Describes in words for people which values a setting may have. */
import { choicesOf, isOfType, type Schema, waysOf } from './schema.ts'

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
