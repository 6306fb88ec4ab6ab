/** Texts without what people do not care about when they look for one: case, accents, and the width of letters. */

const plain = /^[\0-\x7f]*$/
/** Those of Latin, Greek and Cyrillic letters. In other scripts such marks make another letter. */
const accents = /[\u0300-\u036f]/g

/** Upper case, which unlike lower case does not depend on the neighbours of a letter. */
export const fold = (text: string): string =>
  plain.test(text) ? text.toUpperCase() : text.normalize('NFKD').replace(accents, '').normalize('NFC').toUpperCase()

/** Its words between single spaces, one before the first and after the last, so that ` ANNA ` is found as a whole word. */
export const foldedWords = (text: string): string => ` ${fold(text).match(word)?.join(' ') ?? ''} `

const word = /[\p{L}\p{M}\p{N}]+/gu
