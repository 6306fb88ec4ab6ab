/**
 * Limits the size of a list in one result: everything a model reads costs money, and a flood pushes everything else out
 * of its context.
 */

const mostCharacters = 60_000

/** Keeps items from the front, at least one. */
export function fitting<T>(items: readonly T[]): T[] {
  let left = mostCharacters
  return items.filter((item, index) => {
    left -= left > 0 ? JSON.stringify(item).length : 0
    return index === 0 || left > 0
  })
}
