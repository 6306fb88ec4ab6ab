/** Represents the result of decoding foreign bytes: the value, or the reason why there is none. */

export type Decoded<T> = { ok: true; value: T } | { ok: false; reason: string }

/** Raised deep inside a reader where bytes contradict what they claim to be; `decoding` turns it into a value. */
export class Damage extends Error {}

export function damage(reason: string): never {
  throw new Damage(reason)
}

/** The boundary of every decoder: no input makes it throw, not even one that a reader was not prepared for. */
export function decoding<T>(decode: () => T): Decoded<T> {
  try {
    return { ok: true, value: decode() }
  } catch (error) {
    if (error instanceof Damage) return { ok: false, reason: error.message }
    return { ok: false, reason: `${unforeseen}: ${error}` }
  }
}

/** Begins the reason where a reader failed unexpectedly, which is a defect of ours that fuzzing looks for. */
export const unforeseen = 'unforeseen'

/** Beyond these limits an archive counts as hostile. Real ones stay far below. */
export const limits = {
  inputBytes: 16 * 1024 * 1024,
  /** The depth of nested archives, and of superclasses of a class. */
  depth: 32,
  /** The number of objects, counting nested ones each time they are referred to. */
  items: 10_000,
} as const
