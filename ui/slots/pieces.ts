/**
 * Collects a file that a plugin sends in pieces, because messages to the page are small, until it is sent or something
 * is wrong with it.
 */
export interface Pieces {
  /** Returns false when the piece is out of order or too large. */
  put(n: unknown, piece: unknown): boolean
  /** Returns all pieces if there are as many as given; undefined when some are missing. */
  take(count: unknown): Uint8Array<ArrayBuffer>[] | undefined
}

const mostBytes = 2 * 1024 * 1024

export function piecesOfFile(): Pieces {
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const clear = () => {
    const had = pieces
    pieces = []
    bytes = 0
    return had
  }
  return {
    put(n, piece) {
      if (n === 0) clear()
      const decoded = n === pieces.length ? bytesOf(piece) : undefined
      if (decoded === undefined || bytes + decoded.length > mostBytes) {
        clear()
        return false
      }
      bytes += decoded.length
      pieces.push(decoded)
      return true
    },
    take(count) {
      const had = clear()
      return had.length > 0 && had.length === count ? had : undefined
    },
  }
}

function bytesOf(piece: unknown): Uint8Array<ArrayBuffer> | undefined {
  try {
    return typeof piece === 'string' ? Uint8Array.from(atob(piece), (char) => char.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}
