/** Collects bits into bytes, highest bit first. JPEG and H.264 are written with it. */

export interface BitWriter {
  put(value: number, width: number): void
  /** Fills the last byte with `bit`. */
  align(bit: 0 | 1): void
  bytes(): Uint8Array
}

export function bitWriter(): BitWriter {
  const bytes: number[] = []
  let pending = 0
  let free = 8

  const putBit = (bit: number) => {
    free -= 1
    pending |= bit << free
    if (free > 0) return
    bytes.push(pending)
    pending = 0
    free = 8
  }

  return {
    put(value, width) {
      for (let at = width - 1; at >= 0; at -= 1) putBit((value >> at) & 1)
    },
    align(bit) {
      while (free < 8) putBit(bit)
    },
    bytes: () => Uint8Array.from(bytes),
  }
}
