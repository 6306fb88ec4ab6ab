/**
 * The English texts made two fifths longer and accented: any text that stays plain does not come from the catalogue.
 */
import type { Text, Texts } from './text.ts'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const marked = 'åƀçđéƒĝĥîĵķļḿñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻḾÑÖÞɊŔŠŢÛṼŴẊÝŽ'

export const accented = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, textOf(text)]))

const textOf = (text: Text): Text =>
  typeof text === 'string'
    ? lengthened(text)
    : (Object.fromEntries(Object.entries(text).map(([form, one]) => [form, lengthened(one)])) as Text)

function lengthened(text: string): string {
  const letters = text.replaceAll(/\{\w+\}|[a-zA-Z]/g, (found) =>
    found.length > 1 ? found : (marked[plain.indexOf(found)] ?? found),
  )
  return `${letters}${'·'.repeat(Math.ceil(text.replaceAll(/\{\w+\}/g, '').length * 0.4))}`
}
