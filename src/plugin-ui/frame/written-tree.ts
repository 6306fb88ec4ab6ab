/** Converts a tree to the form that crosses to the page: functions stay here, and numbers replace them. */

export interface WrittenTree {
  tree: unknown
  handlers: ((value: unknown) => unknown)[]
}

/** A tree that is deeper than this is invalid, and the page reports that. */
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
