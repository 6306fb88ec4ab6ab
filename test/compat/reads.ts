/** Checks what a client reads from an answer: the value at each path, with the type that the client decodes it into. */

/** A question mark allows null. `time` is whole milliseconds since 1970, `iso` a date as text. */
const kinds = {
  text: (value: unknown) => typeof value === 'string',
  filled: (value: unknown) => typeof value === 'string' && value !== '',
  whole: (value: unknown) => Number.isSafeInteger(value),
  yes: (value: unknown) => typeof value === 'boolean',
  time: (value: unknown) => Number.isSafeInteger(value) && Number(value) > Date.UTC(2001, 0, 1),
  iso: (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value),
  list: (value: unknown) => Array.isArray(value),
  some: (value: unknown) => Array.isArray(value) && value.length > 0,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  absent: (value: unknown) => value === undefined,
  any: () => true,
} as const

type Kind = keyof typeof kinds

/** A kind, a kind with a question mark, or the exact value. */
export type Read = Kind | `${Kind}?` | { is: unknown } | { has: string }

/** Paths such as `data[].chats[0].guid`; `[]` means each element. */
export type Reads = Readonly<Record<string, Read>>

/** Returns a line for each value that the client could not use. */
export function unreadable(answer: unknown, reads: Reads): string[] {
  return Object.entries(reads).flatMap(([path, read]) =>
    valuesAt(answer, path.split('.')).flatMap((value) =>
      isReadable(value, read) ? [] : [`${path} is ${shortly(value)}, not ${described(read)}`],
    ),
  )
}

function valuesAt(value: unknown, [name = '', ...rest]: readonly string[]): unknown[] {
  const [, key = '', index] = /^([^[]*)(?:\[(\d*)\])?$/.exec(name) ?? []
  const found = key === '' ? value : (value as Record<string, unknown> | null | undefined)?.[key]
  const values = index === undefined ? [found] : index === '' ? elements(found) : [elements(found)[Number(index)]]
  return rest.length === 0 ? values : values.flatMap((each) => valuesAt(each, rest))
}

/** Fails for a value that is no list, rather than treating it as an empty one. */
const elements = (value: unknown): unknown[] => (Array.isArray(value) ? value : [undefined])

function isReadable(value: unknown, read: Read): boolean {
  if (typeof read === 'object')
    return 'is' in read ? JSON.stringify(value) === JSON.stringify(read.is) : String(value).includes(read.has)
  const [kind, isNullable] = [read.replace('?', '') as Kind, read.endsWith('?')]
  return (isNullable && value === null) || kinds[kind](value)
}

const described = (read: Read): string =>
  typeof read === 'string' ? read : 'is' in read ? JSON.stringify(read.is) : `a text with “${read.has}”`

const shortly = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 120)

/** Returns the value at one path. */
export const valueAt = (answer: unknown, path: string): unknown => valuesAt(answer, path.split('.'))[0]
