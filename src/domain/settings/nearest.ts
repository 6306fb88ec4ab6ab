/** Finds the known name that a mistyped one was probably meant to be. */

/** Returns undefined where no name is close. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase()
  // People remember the end of a path, so `port` finds `web.port`.
  const sameEnd = known.filter((name) => name.endsWith(`.${wanted.split('.').at(-1)}`))
  // Of two candidates the shorter path is meant; an ending shared by more of them suggests nothing.
  if (sameEnd.length > 0 && sameEnd.length <= 2) return sameEnd.toSorted((a, b) => a.length - b.length)[0]
  const [best] = known
    .map((name) => ({ name, changes: changesBetween(wanted, name.toLowerCase()) }))
    .toSorted((a, b) => a.changes - b.changes)
  return best !== undefined && best.changes <= Math.max(2, wanted.length * mostChanged) ? best.name : undefined
}

/** A name that differs by a larger share is another name. */
const mostChanged = 0.4

/** Counts the letters that were left out, added, mistaken or swapped with their neighbour. */
function changesBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const ways = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1)]
      row.push(Math.min(...ways, isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY))
    }
    before = last
    last = row
  }
  return at(last, other.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
