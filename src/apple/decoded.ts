/** What decoding foreign bytes comes to: the value, or the reason why there is none. */

export type Decoded<T> = { ok: true; value: T } | { ok: false; reason: string }

/** Raised deep inside a reader, where the bytes cannot be what they claim to be; `decoding` turns it into a value. */
export class Damage extends Error {}

export function damage(reason: string): never {
  throw new Damage(reason)
}

/** The rim of every decoder: no input makes it throw, not even one that a reader was not prepared for. */
export function decoding<T>(decode: () => T): Decoded<T> {
  try {
    return { ok: true, value: decode() }
  } catch (error) {
    if (error instanceof Damage) return { ok: false, reason: error.message }
    return { ok: false, reason: `${unforeseen}: ${error}` }
  }
}

/** Begins the reason where a reader failed by itself: a defect of ours, which fuzzing looks for. */
export const unforeseen = 'unforeseen'

/** How much of an archive is read before it counts as hostile. Real ones stay far below. */
export const limits = {
  inputBytes: 16 * 1024 * 1024,
  /** Archives within archives, and classes above a class. */
  depth: 32,
  /** Objects, and objects within objects however often they are referred to. */
  items: 10_000,
} as const
