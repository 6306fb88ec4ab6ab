/** Parses JSON stored in a row of the journal. One flipped bit in it must not keep the bridge from starting. */

/** Returns undefined when the JSON cannot be parsed. */
export function storedJson<T>(text: unknown): T | undefined {
  try {
    return JSON.parse(String(text)) as T
  } catch {
    return undefined
  }
}
