/** Folds all spellings of a word to one form: case, accents and the width of characters make no difference. */

export function foldWord(word: string): string {
  if (isAscii.test(word)) return word.toLowerCase()
  // Converting by way of upper case turns ß into ss and ı into i.
  const bare = lettersOnly(word.normalize('NFKD').replace(accents, '')).toUpperCase().toLowerCase()
  return bare.replace(letters, (letter) => plainLetters[letter] ?? letter).normalize('NFC')
}

/**
 * Keeps only letters and digits, since a single character such as ⑴ or ﷺ may decompose to brackets or to several words.
 */
export const lettersOnly = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

const isAscii = /^[\0-\x7f]*$/

/**
 * Accents of Latin, Greek and Cyrillic, vowel points of Arabic and Hebrew, and characters that only stretch a word or
 * choose a glyph. Combining marks of other scripts, such as the vowels of Hindi, are letters and stay.
 */
const accents =
  /[\p{M}&&[\p{sc=Inherited}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}]]|\u0640|\u200c|\u200d/gv

/** Letters that Unicode does not decompose, and those that keyboards of neighbouring languages write differently. */
const plainLetters: Record<string, string> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', þ: 'th', ς: 'σ' },
  ...{ ی: 'ي', ى: 'ي', ک: 'ك', ة: 'ه' },
}
const letters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')
