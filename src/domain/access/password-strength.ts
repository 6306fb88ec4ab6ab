/** Decides which passwords are accepted: they must be long enough and not among the first that a program would try. */
import { commonPasswords } from './common-passwords.ts'

const minCharacters = 10
const maxCharacters = 1_024
const minDifferentCharacters = 4

/** Gives passwords that look and are typed the same one form. */
export const normalisedPassword = (password: string): string => password.normalize('NFKC')

/** Passwords longer than this are not even hashed. */
export const isTooLong = (password: string): boolean => [...password].length > maxCharacters

/** Returns undefined when the password is good enough. */
export function weaknessOf(password: string): string | undefined {
  const characters = [...normalisedPassword(password)]
  if (characters.length < minCharacters) return `It has fewer than ${minCharacters} characters.`
  if (characters.length > maxCharacters) return `It has more than ${maxCharacters} characters.`
  if (new Set(characters).size < minDifferentCharacters) return 'It repeats the same few characters.'
  if (isRun(characters)) return 'Its characters follow each other in order.'
  if (isCommon(characters.join(''))) return 'It is among the most common passwords.'
  return undefined
}

/** The step from 9 to 0 and back, as on a keyboard. */
const keyboardStep = 9

/** Each character is the successor of the one before: abcdefghij, 0987654321. */
function isRun(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return [1, -1].some((step) => steps.every((each) => each === step || each === -step * keyboardStep))
}

const common = new Set(commonPasswords)

/** Capitals, or digits and signs appended to a common password, do not make it rare. */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  const withoutTail = plain.replace(/[\d\W_]+$/u, '')
  return [plain, withoutTail].some((form) => common.has(form))
}
