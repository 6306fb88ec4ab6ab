/** Reads a value of a setting as it is typed at a terminal, according to the setting's schema. */
import { choicesOf, isOfType, type Schema, waysOf } from './schema.ts'

/** Returns the value within an object, since null is a valid value; undefined where it cannot be read. */
export function givenValue(words: readonly string[], schema: Schema): { value: unknown } | undefined {
  const list = waysOf(schema).find((way) => isOfType(way, 'array'))
  const [first = ''] = words
  if (list !== undefined && !(words.length === 1 && first.trimStart().startsWith('['))) return listOf(words, list)
  return words.length > 1 ? undefined : single(first, schema)
}

function listOf(words: readonly string[], { items = {} }: Schema): { value: unknown[] } | undefined {
  const read = words.map((word) => single(word, items))
  return read.some((each) => each === undefined) ? undefined : { value: read.map((each) => each?.value) }
}

function single(word: string, schema: Schema): { value: unknown } | undefined {
  const literals = waysOf(schema).flatMap((way) => choicesOf(way) ?? [])
  if (literals.some((each) => String(each) === word)) return { value: literals.find((each) => String(each) === word) }
  for (const way of waysOf(schema)) {
    const read = readAs(word, way)
    if (read !== undefined) return read
  }
  return undefined
}

function readAs(word: string, schema: Schema): { value: unknown } | undefined {
  if (choicesOf(schema) !== undefined) return undefined
  if (isOfType(schema, 'number') || isOfType(schema, 'integer')) return numberIn(word)
  if (isOfType(schema, 'object') || isOfType(schema, 'array')) return jsonIn(word)
  if (isOfType(schema, 'string')) return { value: word }
  return jsonIn(word) ?? { value: word }
}

const numberIn = (word: string): { value: number } | undefined =>
  word.trim() === '' || !Number.isFinite(Number(word)) ? undefined : { value: Number(word) }

function jsonIn(word: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(word) }
  } catch {
    return undefined
  }
}
