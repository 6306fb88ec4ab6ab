/** What stands in for a picture: letters of a name, and a hue that stays. */

/** Two letters of a name; of a number or an address none that would say nothing. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\-_.@]+/u).filter((word) => /^\p{L}/u.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  if (first === undefined) return '#'
  return [first, last]
    .map((word) => (word === undefined ? '' : firstOf(word)))
    .join('')
    .toLocaleUpperCase()
}

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const firstOf = (word: string): string => segments.segment(word)[Symbol.iterator]().next().value?.segment ?? ''

/** 0 to 359 degrees. */
export function hueOf(seed: string): number {
  let hash = 2166136261
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0) % 360
}
