/** What a message can be sent to although Messages has never heard of it: a number or an e-mail address, nothing else. */
import type { Handle } from '../../contract/ids.ts'
import { normaliseHandle } from '../handles.ts'

const longestAddress = 320
/** E.164 allows 15; some more for what is dialled before the number. */
const number = /^\+?\d{3,20}$/
const email = /^[^\s@"(),:;<>[\\\]\p{C}]+@[^\s@"(),:;<>[\\\]\p{C}]+\.[^\s@"(),:;<>[\\\].\p{C}]+$/u

/** In its normal form; undefined for what is no address. */
export function addressOf(written: string): Handle | undefined {
  const address = normaliseHandle(written)
  return address.length <= longestAddress && (number.test(address) || email.test(address)) ? address : undefined
}
