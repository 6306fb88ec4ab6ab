/** Lists what is rendered, in order: matching lines, the lines around one of them, and gaps where lines are missing. */
import type { LogLine } from './lines.ts'

export type Item =
  | {
      kind: 'line'
      key: string
      line: LogLine /** Set for a line that does not match the filter and is shown for its neighbour. */
      isAround: boolean
    }
  | { kind: 'gap'; key: string; gapS: number }

export const aroundCount = 20

interface ItemSource {
  all: readonly LogLine[]
  shown: readonly LogLine[]
  /** Id of the line whose neighbours are shown. */
  around: number | undefined
}

export function itemsOf({ all, shown, around }: ItemSource): readonly Item[] {
  const fits = new Set(shown.map(({ id }) => id))
  const middle = around === undefined ? -1 : all.findIndex(({ id }) => id === around)
  const isNear = (place: number) => middle >= 0 && Math.abs(place - middle) <= aroundCount
  const items: Item[] = []
  let gapS = 0
  all.forEach((line, place) => {
    gapS += line.gapS ?? 0
    const isAround = !fits.has(line.id)
    if (isAround && !isNear(place)) return
    if (gapS > 0) items.push({ kind: 'gap', key: `gap-${line.id}`, gapS })
    gapS = 0
    items.push({ kind: 'line', key: String(line.id), line, isAround })
  })
  return items
}

/** Names a line in an address by its time and a hash of its content. */
export function nameOf({ ts, source, msg }: Pick<LogLine, 'ts' | 'source' | 'msg'>): string {
  let hash = 0
  for (const unit of `${source} ${msg}`) hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) >>> 0
  return `${ts}.${hash.toString(36)}`
}
