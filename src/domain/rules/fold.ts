/**
 * Folds texts so that differences that people ignore when searching disappear: case, accents, and the width of letters.
 */

const plain = /^[\0-\x7f]*$/
/** Combining marks of Latin, Greek and Cyrillic letters. In other scripts such marks make another letter. */
const accents = /[\u0300-\u036f]/g

/** Folds to upper case, which unlike lower case does not depend on a letter's neighbours. */
export const fold = (text: string): string =>
  plain.test(text) ? text.toUpperCase() : text.normalize('NFKD').replace(accents, '').normalize('NFC').toUpperCase()

/** Returns the words separated by single spaces, with one at each end, so that ` ANNA ` is found as a whole word. */
export const foldedWords = (text: string): string => ` ${fold(text).match(word)?.join(' ') ?? ''} `

const word = /[\p{L}\p{M}\p{N}]+/gu
