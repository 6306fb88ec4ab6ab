/**
 * Recognises addresses that a message can be sent to even when Messages does not know them: numbers and e-mail
 * addresses.
 */
import type { Handle } from '../../contract/ids.ts'
import { normaliseHandle } from '../../domain/handles.ts'

const longestAddress = 320
/** E.164 allows 15 digits; the limit leaves room for prefixes that are dialled before the number. */
const number = /^\+?\d{3,20}$/
const email = /^[^\s@"(),:;<>[\\\]\p{C}]+@[^\s@"(),:;<>[\\\]\p{C}]+\.[^\s@"(),:;<>[\\\].\p{C}]+$/u

/** Returns the address in its normal form; undefined for text that is not an address. */
export function addressOf(written: string): Handle | undefined {
  const address = normaliseHandle(written)
  return address.length <= longestAddress && (number.test(address) || email.test(address)) ? address : undefined
}
