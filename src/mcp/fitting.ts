/** As much of a list as one answer may weigh: what a model reads is paid for, and a flood of it pushes everything else out. */

const mostCharacters = 60_000

/** From the front; at least one. */
export function fitting<T>(items: readonly T[]): T[] {
  let left = mostCharacters
  return items.filter((item, index) => {
    left -= left > 0 ? JSON.stringify(item).length : 0
    return index === 0 || left > 0
  })
}
