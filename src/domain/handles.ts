/**
 * Determines the kind of a handle, its normal form, and whether two spellings name the same handle. Nothing here
 * throws.
 */
import type { Handle } from '../contract/ids.ts'

export type HandleKind = 'phone' | 'email' | 'short_code' | 'alphanumeric' | 'business'

const maxShortCodeDigits = 6
/** Two numbers that share fewer digits than these are not considered equal. */
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

const kindsWrittenTo: readonly HandleKind[] = ['phone', 'email', 'short_code']
/** Whether Messages can write to it by address; everything else it knows only by a chat. */
export const canBeWrittenTo = (handle: string): boolean => kindsWrittenTo.includes(handleKind(handle))

/**
 * Writes e-mail addresses in lower case and numbers as digits with their `+`, if they have one; drops marks of the SMS
 * filter.
 */
export function normaliseHandle(handle: string): Handle {
  if (normalForm.test(handle)) return handle as Handle
  const bare = handle.normalize('NFKC').trim().replace(filterMark, '').trim().replace(scheme, '')
  if (bare.includes('@') || /^urn:/i.test(bare)) return bare.toLowerCase() as Handle
  return (numberOf(bare) ?? bare) as Handle
}

/** Compares an address as people type it with one of Messages. */
export function sameHandle(a: string, b: string): boolean {
  const [one, other] = [normaliseHandle(a), normaliseHandle(b)]
  if (one === other) return one !== ''
  const kind = handleKind(one)
  if (kind !== handleKind(other)) return false
  if (kind === 'phone') return sameNumber(one, other)
  return kind === 'alphanumeric' && one.toLowerCase() === other.toLowerCase()
}

/**
 * Returns a key for looking up among many handles. Equal handles have the same key; handles with the same key may still
 * differ.
 */
export function handleLookupKey(handle: string): string {
  const normal = normaliseHandle(handle)
  return handleKind(normal) === 'phone' ? normal.slice(-minNationalDigits) : normal.toLowerCase()
}

/**
 * The form that Messages uses for nearly all handles. This fast path matters, since handles are normalised thousands of
 * times.
 */
const normalForm = /^(?:\+(?!521)\d+|[a-z\d._+-]+@[a-z\d.-]+)$/
const filterMark = /\(sms[a-z_]*\)$/i

/** Returns an address as people know it: without the mark of the SMS filter, which files `56249` as `56249(smsfp)`. */
export const withoutFilterMark = (handle: string): string => handle.replace(filterMark, '').trim() || handle
const scheme = /^(mailto|tel|sms|imessage):(\/\/)?/i
const numberCharacters = /^\+?[\d\s().\-/\u2010-\u2015\u2212\u2060\u200e\u200f\u202a-\u202e]+$/
const trunkInBrackets = /^(\+\d{1,3})\s*\(0\)/
const internationalPrefix = /^00(?=[1-9]\d{7})/
/** Mexican mobile numbers may or may not carry the 1 that was abolished in 2019. */
const mexicanMobile = /^\+521(?=\d{10}$)/

/** Returns undefined when the text is not a number. */
function numberOf(text: string): string | undefined {
  const written = text.replace(/^[\u200e\u200f\u202a-\u202e\u2066-\u2069]+/, '')
  if (!numberCharacters.test(written) || !/\d/.test(written)) return undefined
  const digits = written.replace(trunkInBrackets, '$1').replace(/[^\d+]/g, '')
  return digits.replace(internationalPrefix, '+').replace(mexicanMobile, '+52')
}

/** A number without its country code is a suffix of the full one; two complete numbers have already been compared. */
function sameNumber(a: string, b: string): boolean {
  if (a.startsWith('+') && b.startsWith('+')) return false
  const [longer = '', shorter = ''] = [a, b].map(nationalDigits).sort((one, other) => other.length - one.length)
  return (
    shorter.length >= minNationalDigits &&
    longer.length - shorter.length <= maxCountryCodeDigits &&
    longer.endsWith(shorter)
  )
}

/** Strips the `+`, or the zero that is dialled before a national number. */
const nationalDigits = (number: string): string => number.replace(/^(\+|0+)/, '')
