/** Where one reads in a conversation, and finding it again to the pixel. */
import type { Line } from '../lines/lines.ts'

/** A message and how far below the upper edge it begins; or the end, wherever that is by then. */
export type Place = { rowid: number; offset: number } | 'end'

export const rowAt = (element: Element | null, lines: readonly Line[]): Line | undefined =>
  lines[Number(element?.closest('li')?.getAttribute('data-index') ?? Number.NaN)]

/** The messages that can be seen, from top to bottom. */
function seenIn(scroller: HTMLElement, lines: readonly Line[]) {
  const { top, bottom } = scroller.getBoundingClientRect()
  return [...scroller.querySelectorAll('li')]
    .flatMap((row) => {
      const line = rowAt(row, lines)
      const box = row.getBoundingClientRect()
      return line?.kind === 'message' && box.bottom > top && box.top < bottom ? [{ line, offset: box.top - top }] : []
    })
    .toSorted((a, b) => a.offset - b.offset)
}

export function placeIn(scroller: HTMLElement, lines: readonly Line[]): Place | undefined {
  const [first] = seenIn(scroller, lines)
  return first && { rowid: first.line.key, offset: first.offset }
}

/** When the last message that can be seen was written. */
export const readToIn = (scroller: HTMLElement, lines: readonly Line[]): string | undefined =>
  seenIn(scroller, lines).at(-1)?.line.message.ts

interface Holding {
  scroller: HTMLElement
  /** Undefined while it is not drawn. */
  row(): Element | undefined
  offset: number
}

const mostFrames = 30
const stillFrames = 4

/** Heights above it are known only once they are drawn: until nothing moves any more, the row is put where it belongs. */
export function holdAt({ scroller, row, offset }: Holding): void {
  let frames = 0
  let still = 0
  const step = () => {
    const element = row()
    if (element?.isConnected) {
      const by = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset
      still = Math.abs(by) < 0.5 ? still + 1 : 0
      if (still === 0) scroller.scrollTop += by
    }
    frames++
    if (frames < mostFrames && still < stillFrames) requestAnimationFrame(step)
  }
  step()
}
