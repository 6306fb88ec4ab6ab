/** Describes a failed send: the remedy, and Apple's error number where there is one. */
import { errors } from '../../contract/errors.ts'
import type { Failure } from './send-state.ts'

export function failureSentence({ code, number }: Failure): string {
  const { remedy } = errors[code]
  if (number === null || remedy.includes(`(error ${number})`)) return remedy
  return `${remedy} (Apple's error ${number}.)`
}
