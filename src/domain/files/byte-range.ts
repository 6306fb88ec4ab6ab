/** Reads which bytes of a file a `Range` header requests (RFC 9110 §14). */

/** Both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/** Several ranges at once and other units are answered with the whole file, as the standard allows. */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const ranges = /^\s*bytes\s*=(.*)$/i.exec(header ?? '')?.[1]
  if (ranges === undefined || ranges.includes(',')) return 'whole'
  const [, first, last] = /^\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/.exec(ranges) ?? []
  if (first === undefined || last === undefined) return 'unsatisfiable'
  const range = first === '' ? suffixOf(last, size) : { start: Number(first), end: endOf(last, size) }
  return range.start > range.end || range.start >= size ? 'unsatisfiable' : range
}

/** Returns the range of the last `length` bytes; for a length of 0 it is one that cannot be satisfied. */
function suffixOf(length: string, size: number): ByteRange {
  const wanted = length === '' ? 0 : Number(length)
  return { start: wanted === 0 ? size : Math.max(0, size - wanted), end: size - 1 }
}

const endOf = (last: string, size: number): number => (last === '' ? size - 1 : Math.min(Number(last), size - 1))
