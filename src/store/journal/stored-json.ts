/** JSON that a row of the journal keeps. One flipped bit in it must not keep the bridge from starting. */

/** Undefined where it cannot be read. */
export function storedJson<T>(text: unknown): T | undefined {
  try {
    return JSON.parse(String(text)) as T
  } catch {
    return undefined
  }
}
