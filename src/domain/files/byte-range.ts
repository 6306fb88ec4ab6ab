/** Reads which bytes of a file a `Range` header requests (RFC 9110 §14). */

/** Both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * A range that is written wrongly is ignored, as the standard demands; several ranges at once and other units are, as it
 * allows. Each is answered with the whole file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') return withinFile(suffixOf(Number(last), size), size)
  const end = last === '' ? size - 1 : Number(last)
  return last !== '' && Number(first) > end ? 'whole' : withinFile({ start: Number(first), end }, size)
}

/** Returns the range of the last `length` bytes; for a length of 0 it is one that cannot be satisfied. */
const suffixOf = (length: number, size: number): ByteRange => ({
  start: length === 0 ? size : Math.max(0, size - length),
  end: size - 1,
})

const withinFile = ({ start, end }: ByteRange, size: number): ByteRange | 'unsatisfiable' =>
  start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
