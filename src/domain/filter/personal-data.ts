/**
 * Finds personal data in a text: phone numbers, e-mail addresses, card numbers and bank accounts, the last two by their
 * check digits.
 */
import { type Span, spansOf } from './span.ts'

export const personalData = ['phone', 'email', 'card', 'iban'] as const
export type PersonalData = (typeof personalData)[number]

export const findPersonalData = (text: string, kinds: readonly PersonalData[]): Span[] =>
  kinds.flatMap((kind) =>
    spansOf(text, forms[kind]).flatMap(({ start, end }) => {
      const length = lengthOf[kind](text.slice(start, end))
      return length === 0 ? [] : [{ start, end: start + length }]
    }),
  )

/** Every repetition is bounded, so that no text takes long. */
const forms: Readonly<Record<PersonalData, RegExp>> = {
  email: /(?<![\w.+-])[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
  card: /(?<![\d+])\d(?:[ -]?\d){12,18}(?!\d)/g,
  iban: /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]){11,30}(?![A-Za-z0-9])/g,
  phone: /(?<![\d.,/-])(?:\+|\(?\d)[\d\s()./-]{4,22}\d(?![\d/-])/g,
}

/** Returns how many characters of a candidate are a real match; 0 for none. */
const lengthOf: Readonly<Record<PersonalData, (found: string) => number>> = {
  email: (found) => found.length,
  card: (found) => (hasLuhnDigit(digitsOf(found)) ? found.length : 0),
  iban: lengthOfIban,
  phone: (found) => (isPhoneNumber(found) ? found.length : 0),
}

/** Words that follow an IBAN can look like its last groups, so shorter candidates are tried as well. */
function lengthOfIban(found: string): number {
  for (let length = found.length; length > 0; length = found.lastIndexOf(' ', length - 1))
    if (hasIbanDigits(found.slice(0, length).replaceAll(' ', ''))) return length
  return 0
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Phone numbers are long, or begin as numbers do; dates, times and amounts are not matched. */
function isPhoneNumber(found: string): boolean {
  const { length } = digitsOf(found)
  if (length < 7 || length > 15 || isDate.test(found) || /\n/.test(found)) return false
  return /^\(?[+0]/.test(found) || /[\s().-]/.test(found) || length >= 9
}

const isDate = /^\s*(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})(?!\d)/

function hasLuhnDigit(digits: string): boolean {
  let sum = 0
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0 && sum > 0
}

/** Checks the digits by ISO 7064, mod 97-10. */
function hasIbanDigits(iban: string): boolean {
  if (iban.length < 15) return false
  const turned = `${iban.slice(4)}${iban.slice(0, 4)}`.toUpperCase()
  let rest = 0
  for (const character of turned) rest = Number(`${rest}${Number.parseInt(character, 36)}`) % 97
  return rest === 1
}
