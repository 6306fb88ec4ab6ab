/** Arranges items by month in lines of a grid, and finds the item that an arrow key leads to. */
import type { MediaItem } from '../../../src/contract/media.ts'

export type GalleryLine =
  | { is: 'month'; month: Date }
  /** `at` is the number of the first item among all. */
  | { is: 'row'; at: number; items: readonly MediaItem[] }

/** The items come newest first; a month is one of the reader's time zone. */
export function linesOf(items: readonly MediaItem[], columns: number): GalleryLine[] {
  const lines: GalleryLine[] = []
  let month: number | undefined
  let row: MediaItem[] = []
  for (const [at, item] of items.entries()) {
    const date = new Date(item.message.ts)
    const first = new Date(date.getFullYear(), date.getMonth())
    if (first.getTime() !== month) {
      month = first.getTime()
      row = []
      lines.push({ is: 'month', month: first })
    }
    if (row.length % columns === 0) {
      row = []
      lines.push({ is: 'row', at, items: row })
    }
    row.push(item)
  }
  return lines
}

/** The number of the line that holds an item; -1 where none does. */
export const lineOf = (lines: readonly GalleryLine[], at: number): number =>
  lines.findIndex((line) => line.is === 'row' && at >= line.at && at < line.at + line.items.length)

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }

interface Going {
  lines: readonly GalleryLine[]
  /** The number of items. */
  count: number
  isRightToLeft: boolean
}

/** Returns undefined for keys that lead nowhere. Up and down keep the column where the next line is long enough. */
export function itemAfter(key: string, at: number, { lines, count, isRightToLeft }: Going): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const by = steps[key]
  if (by === undefined) return undefined
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return Math.min(count - 1, Math.max(0, at + (isRightToLeft ? -by : by)))
  const rows = lines.flatMap((line) => (line.is === 'row' ? [line] : []))
  const index = rows.findIndex((row) => at >= row.at && at < row.at + row.items.length)
  const [here, next] = [rows[index], rows[index + by]]
  if (here === undefined || next === undefined) return at
  return next.at + Math.min(at - here.at, next.items.length - 1)
}
