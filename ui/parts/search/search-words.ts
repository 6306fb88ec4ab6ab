/** Parses the text of the search field: its conditions, its plain words, and what its last word may become. */

export const conditionNames = ['from', 'in', 'has', 'is', 'on', 'before', 'after'] as const
export type ConditionName = (typeof conditionNames)[number]

export interface Condition {
  name: ConditionName
  /** Value without quotes; empty while it is being typed. */
  value: string
  isExcluded: boolean
  /** Position in the text. */
  start: number
  end: number
}

const written = /(?<=^|\s)(-?)(from|in|has|is|on|before|after):("[^"]*"?|\S*)/giu

export const conditionsIn = (text: string): Condition[] =>
  [...text.matchAll(written)].map(({ 0: whole, 1: dash, 2: name = '', 3: value = '', index }) => ({
    name: name.toLowerCase() as ConditionName,
    value: value.replaceAll('"', ''),
    isExcluded: dash === '-',
    start: index,
    end: index + whole.length,
  }))

/** The words by which people and conversations are searched, without conditions, excluded words and operators. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(written, ' ')
    .replaceAll(/(?<=^|\s)-\S+|\bOR\b|["*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The text by which messages are searched: it omits a condition that has no value yet. */
export const settledText = (text: string): string =>
  conditionsIn(text)
    .filter(({ value }) => value === '')
    .reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
    .replaceAll(/\s+/g, ' ')
    .trim()

export const without = (text: string, { start, end }: Condition): string =>
  `${text.slice(0, start)}${text.slice(end)}`.replaceAll(/\s+/g, ' ').trim()

const values: Partial<Record<ConditionName, readonly string[]>> = {
  has: ['image', 'video', 'audio', 'file', 'link', 'attachment', 'location', 'contact', 'sticker', 'poll', 'app'],
  is: ['received', 'sent', 'group', 'direct', 'edited', 'unsent', 'reply'],
  on: ['today', 'yesterday'],
  before: ['today', 'yesterday'],
  after: ['today', 'yesterday'],
}

export type Meant = { kind: 'condition'; name: ConditionName } | { kind: 'value'; name: ConditionName; value: string }

/** Returns the conditions and values that the last word may become. */
export function meantAtEnd(text: string): Meant[] {
  const condition = conditionsIn(text).at(-1)
  if (condition !== undefined && condition.end === text.length) {
    const begun = condition.value.toLowerCase()
    return (values[condition.name] ?? [])
      .filter((value) => value.startsWith(begun) && value !== begun)
      .map((value) => ({ kind: 'value', name: condition.name, value }))
  }
  const word = /(?:^|\s)-?(\p{L}+)$/u.exec(text)?.[1]?.toLowerCase()
  if (word === undefined || word.length < 2) return []
  return conditionNames.filter((name) => name.startsWith(word)).map((name) => ({ kind: 'condition', name }))
}

/** Returns the value of a `from:` or `in:` condition that is being typed, so that names can be offered. */
export function typedNameAtEnd(text: string): { name: 'from' | 'in'; typed: string } | undefined {
  const condition = conditionsIn(text).at(-1)
  if (condition === undefined || condition.end !== text.length) return undefined
  const { name, value } = condition
  return name === 'from' || name === 'in' ? { name, typed: value } : undefined
}

/** Returns the text with its last word replaced. */
export function completed(text: string, meant: { name: ConditionName; value?: string }): string {
  const { name, value } = meant
  const condition = conditionsIn(text).at(-1)
  const isAtEnd = condition !== undefined && condition.end === text.length
  const start = isAtEnd ? condition.start : (/-?\p{L}*$/u.exec(text)?.index ?? text.length)
  const dash = text[start] === '-' ? '-' : ''
  const said = value === undefined ? '' : `${/\s/.test(value) ? `"${value}"` : value} `
  return `${text.slice(0, start)}${dash}${name}:${said}`
}
