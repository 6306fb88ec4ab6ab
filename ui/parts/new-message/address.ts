/** Decides whether the typed text is an address that a message can go to. */

const email = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/
const number = /^\+?[\d\s().\-/]+$/
const fewestDigits = 3

export type Typed = 'address' | 'several' | 'name'

export function typedAs(text: string): Typed {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '')
  if (parts.length > 1 && parts.every((part) => isAddress(part.trim()))) return 'several'
  return isAddress(text.trim()) ? 'address' : 'name'
}

const isAddress = (text: string): boolean =>
  email.test(text) || (number.test(text) && text.replaceAll(/\D/g, '').length >= fewestDigits)

/** Compares two spellings of an address: e-mail without case, numbers by their digits. */
export function isSame(one: string, other: string): boolean {
  if (one.includes('@')) return one.toLowerCase() === other.toLowerCase()
  const [a, b] = [one, other].map((text) => text.replaceAll(/\D/g, ''))
  return a !== '' && a === b
}
