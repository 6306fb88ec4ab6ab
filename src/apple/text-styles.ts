/** Lists the styles and animations of text, as Messages numbers and names them. */

/** The styles as they appear in the names of their attributes. */
export const textStyles = ['Bold', 'Italic', 'Underline', 'Strikethrough'] as const
export type TextStyle = (typeof textStyles)[number]

const effects = new Map([
  [4, 'ripple'],
  [5, 'big'],
  [6, 'bloom'],
  [8, 'nod'],
  [9, 'shake'],
  [10, 'jitter'],
  [11, 'small'],
  [12, 'explode'],
])

/** Returns the name of an animation; an unknown one of a later macOS is named by its number. */
export const effectNameOf = (number: number | null): string | null =>
  number === null ? null : (effects.get(number) ?? `effect ${number}`)
