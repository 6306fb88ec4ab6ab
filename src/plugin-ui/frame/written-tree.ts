/** A tree as it crosses to the page: functions stay here, and numbers stand for them. */

export interface WrittenTree {
  tree: unknown
  handlers: ((value: unknown) => unknown)[]
}

/** What lies deeper is none of the page's trees; it tells so. */
const deepest = 40

export function writtenTree(tree: unknown): WrittenTree {
  const handlers: WrittenTree['handlers'] = []
  const written = (value: unknown, depth: number): unknown => {
    if (typeof value === 'function') return handlers.push(value as (value: unknown) => unknown) - 1
    if (typeof value !== 'object' || value === null || depth > deepest) return value
    if (Array.isArray(value)) return value.map((one) => written(one, depth + 1))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, written(one, depth + 1)]))
  }
  return { tree: written(tree, 0), handlers }
}
