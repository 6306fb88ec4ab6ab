/**
 * Folds the spellings of a text to one form: case, accents and the width of characters make no difference. Search, rules
 * and names use this one, so that what the one finds the other fulfils.
 */

export function foldLetters(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  // Converting by way of upper case turns ß into ss and ı into i.
  const bare = text.normalize('NFKD').replace(accents, '').toUpperCase().toLowerCase()
  return bare.replace(letters, (letter) => plainLetters[letter] ?? letter).normalize('NFC')
}

const isAscii = /^[\0-\x7f]*$/

/**
 * Accents of Latin, Greek and Cyrillic, vowel points of Arabic and Hebrew, and characters that only stretch a word or
 * choose a glyph. Combining marks of other scripts, such as the vowels of Hindi and the sound marks of kana, are letters
 * and stay.
 */
const accents =
  /[[\p{M}&&[\p{sc=Inherited}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}]]--[\u3099\u309a]]|\u0640|\u200c|\u200d/gv

/** Letters that Unicode does not decompose (ß is left of ẞ), and those that keyboards of neighbouring languages write differently. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const letters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')
