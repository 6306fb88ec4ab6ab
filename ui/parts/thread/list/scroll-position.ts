/** Records the reading position in a conversation, and restores it to the pixel. */
import type { Line } from '../lines/lines.ts'

/** A message and the distance of its top from the upper edge; or the end, wherever it is by then. */
export type ScrollPosition = { rowid: number; offset: number } | 'end'

export const rowAt = (element: Element | null, lines: readonly Line[]): Line | undefined =>
  lines[Number(element?.closest('li')?.getAttribute('data-index') ?? Number.NaN)]

/** Returns the visible messages from top to bottom. */
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

export function scrollPositionIn(scroller: HTMLElement, lines: readonly Line[]): ScrollPosition | undefined {
  const [first] = seenIn(scroller, lines)
  return first && { rowid: first.line.key, offset: first.offset }
}

/** Time of the last visible message. */
export const readToIn = (scroller: HTMLElement, lines: readonly Line[]): string | undefined =>
  seenIn(scroller, lines).at(-1)?.line.message.ts

interface Holding {
  scroller: HTMLElement
  /** Returns undefined while the row is not rendered. */
  row(): Element | undefined
  offset: number
}

const mostFrames = 30
const stillFrames = 4

/**
 * Moves the row to its position until nothing moves any more, because the heights above it are known only once they are
 * rendered.
 */
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
