/**
 * Makes hidden characters visible: control, direction and zero-width characters, which can tell a model what no person
 * reads.
 */

const letter = String.raw`[[\p{L}\p{M}]--\p{Script=Latin}]`
/** Line breaks, joined emoji, and the joiners in Persian and in the scripts of India. */
const ordinary = [
  String.raw`\n|\t`,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=${letter})[\u200C\u200D](?=${letter})`,
].join('|')
const hidden = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`
const looked = new RegExp(`(${ordinary})|${hidden}`, 'gv')

export const visible = (text: string): string =>
  text.replace(looked, (character, kept?: string) => kept ?? `\\u{${character.codePointAt(0)?.toString(16)}}`)

const longest = 4_000

/** Makes every text within the value visible, and cuts it to the length that a reader needs. */
export function visibleWithin<T>(value: T): T {
  if (typeof value === 'string') return capped(visible(value)) as T
  if (Array.isArray(value)) return value.map(visibleWithin) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visibleWithin(inner)])) as T
}

const capped = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest).toWellFormed()}… [${text.length - longest} characters left out]`
