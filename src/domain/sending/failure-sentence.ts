/** What a failed send says of itself: what to do about it, and Apple's number where there is one. */
import { errors } from '../../contract/errors.ts'
import type { Failure } from './send-state.ts'

export function failureSentence({ code, number }: Failure): string {
  const { remedy } = errors[code]
  if (number === null || remedy.includes(`(error ${number})`)) return remedy
  return `${remedy} (Apple's error ${number}.)`
}
