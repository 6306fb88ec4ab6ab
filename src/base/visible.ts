/** Tells hidden characters from those that a person reads: control, direction and zero-width characters, and fillers. */

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

/** The text with each hidden character as `\u{…}`, so that a person reads what a program gets. */
export const visible = (text: string): string =>
  text.replace(looked, (character, kept?: string) => kept ?? `\\u{${character.codePointAt(0)?.toString(16)}}`)

/** The text without its hidden characters: what a person sees of it. */
export const withoutHidden = (text: string): string => text.replace(looked, (_character, kept?: string) => kept ?? '')
