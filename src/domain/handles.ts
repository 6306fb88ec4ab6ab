/** Handles: what kind an address is, its one normal form, and whether two writings name the same. Nothing here throws. */
import type { Handle } from '../contract/ids.ts'

export type HandleKind = 'phone' | 'email' | 'short_code' | 'alphanumeric' | 'business'

const maxShortCodeDigits = 6
/** Two numbers that share fewer digits than these are not taken for the same. */
const minNationalDigits = 7
const maxCountryCodeDigits = 3

export function handleKind(handle: string): HandleKind {
  const normal = normaliseHandle(handle)
  if (normal.startsWith('urn:')) return 'business'
  if (normal.includes('@')) return 'email'
  if (/^\+\d+$/.test(normal)) return 'phone'
  if (/^\d+$/.test(normal)) return normal.length <= maxShortCodeDigits ? 'short_code' : 'phone'
  return 'alphanumeric'
}

/** E-mail addresses in lower case, numbers as digits with their `+`, if they have one; without marks of the SMS filter. */
export function normaliseHandle(handle: string): Handle {
  if (normalForm.test(handle)) return handle as Handle
  const bare = handle.normalize('NFKC').trim().replace(filterMark, '').trim().replace(scheme, '')
  if (bare.includes('@') || /^urn:/i.test(bare)) return bare.toLowerCase() as Handle
  return (numberOf(bare) ?? bare) as Handle
}

/** Compares an address in any writing, as people type it, with one of Messages. */
export function sameHandle(a: string, b: string): boolean {
  const [one, other] = [normaliseHandle(a), normaliseHandle(b)]
  if (one === other) return one !== ''
  const kind = handleKind(one)
  if (kind !== handleKind(other)) return false
  if (kind === 'phone') return sameNumber(one, other)
  return kind === 'alphanumeric' && one.toLowerCase() === other.toLowerCase()
}

/** Handles that are the same have the same key; those with the same key may still differ. For looking up among many. */
export function handleLookupKey(handle: string): string {
  const normal = normaliseHandle(handle)
  return handleKind(normal) === 'phone' ? normal.slice(-minNationalDigits) : normal.toLowerCase()
}

/** As Messages writes nearly all of them: these are asked about thousands of times, and there is nothing to do. */
const normalForm = /^(?:\+(?!521)\d+|[a-z\d._+-]+@[a-z\d.-]+)$/
const filterMark = /\(sms[a-z_]*\)$/i
const scheme = /^(mailto|tel|sms|imessage):(\/\/)?/i
const numberCharacters = /^\+?[\d\s().\-/\u2010-\u2015\u2212\u2060\u200e\u200f\u202a-\u202e]+$/
const trunkInBrackets = /^(\+\d{1,3})\s*\(0\)/
const internationalPrefix = /^00(?=[1-9]\d{7})/
/** Mexico: a mobile number may or may not carry the 1 that was abolished in 2019. */
const mexicanMobile = /^\+521(?=\d{10}$)/

/** Undefined when this is no number. */
function numberOf(text: string): string | undefined {
  const written = text.replace(/^[\u200e\u200f\u202a-\u202e\u2066-\u2069]+/, '')
  if (!numberCharacters.test(written) || !/\d/.test(written)) return undefined
  const digits = written.replace(trunkInBrackets, '$1').replace(/[^\d+]/g, '')
  return digits.replace(internationalPrefix, '+').replace(mexicanMobile, '+52')
}

/** A number without its country is the end of the one with it; two complete numbers were compared already. */
function sameNumber(a: string, b: string): boolean {
  if (a.startsWith('+') && b.startsWith('+')) return false
  const [longer = '', shorter = ''] = [a, b].map(nationalDigits).sort((one, other) => other.length - one.length)
  return (
    shorter.length >= minNationalDigits &&
    longer.length - shorter.length <= maxCountryCodeDigits &&
    longer.endsWith(shorter)
  )
}

/** Without `+`, or without the zero that is dialled before the number at home. */
const nationalDigits = (number: string): string => number.replace(/^(\+|0+)/, '')
