/** Derives the initials and the stable hue that stand in for a picture. */

/** Returns up to two letters of a name, or `#` for a number. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\-_.@]+/u).filter((word) => /^\p{L}/u.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  if (first === undefined) return '#'
  return [first, last]
    .map((word) => (word === undefined ? '' : firstOf(word)))
    .join('')
    .toLocaleUpperCase()
}

let segments: Intl.Segmenter | undefined

/** A segmenter takes a while to make, and most names begin with letters that need none. */
function firstOf(word: string): string {
  if (/^[a-z]([\w.]|$)/i.test(word)) return word.charAt(0)
  segments ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segments.segment(word)[Symbol.iterator]().next().value?.segment ?? ''
}

/** Returns 0 to 359 degrees. */
export function hueOf(seed: string): number {
  let hash = 2166136261
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0) % 360
}
