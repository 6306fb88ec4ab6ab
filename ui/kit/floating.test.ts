import { describe, expect, test } from 'vitest'
import { type Box, pointAt } from './box.ts'
import { placeBeside } from './floating.ts'

const visible: Box = { left: 0, top: 0, right: 390, bottom: 640 }
const menu = { width: 200, height: 300 }
const isRightToLeft = false

const edges = [0, 1, 195, 389, 390].flatMap((x) => [0, 1, 320, 639, 640].map((y) => pointAt(x, y)))
const sizes = [menu, { width: 374, height: 624 }, { width: 20, height: 20 }, { width: 180, height: 2_000 }]

describe('a floating panel', () => {
  test.each(edges)('stays inside the window at %o, whatever its size and the text direction', (anchor) => {
    for (const panel of sizes)
      for (const rightToLeft of [false, true])
        for (const side of ['above', 'below'] as const) {
          const { left, top, room } = placeBeside({ anchor, panel, visible, side, isRightToLeft: rightToLeft })
          expect(left).toBeGreaterThanOrEqual(8)
          expect(top).toBeGreaterThanOrEqual(8)
          expect(left + panel.width).toBeLessThanOrEqual(382)
          expect(top + Math.min(panel.height, room)).toBeLessThanOrEqual(632)
        }
  })

  test('is below its opener, above where only that has room, and over it where neither has', () => {
    const at = (top: number) => placeBeside({ anchor: pointAt(20, top), panel: menu, visible, isRightToLeft }).top
    expect(at(100)).toBe(104)
    expect(at(600)).toBe(296)
    const low = { ...visible, bottom: 400 }
    expect(placeBeside({ anchor: pointAt(20, 200), panel: menu, visible: low, isRightToLeft }).top).toBe(92)
  })

  test('leaves its field uncovered as a list, on the side with more room', () => {
    const panel = { width: 200, height: 320 }
    const field = (top: number) => ({ left: 8, right: 208, top, bottom: top + 34 })
    const low = { ...visible, bottom: 400 }
    const list = (top: number) => placeBeside({ anchor: field(top), panel, visible: low, isRightToLeft, isList: true })
    expect(list(100)).toEqual({ left: 8, top: 138, room: 254 })
    expect(list(300)).toEqual({ left: 8, top: 8, room: 288 })
  })

  test('stays within the visible part of a zoomed window', () => {
    const part = { left: 100, top: 200, right: 360, bottom: 627 }
    const placed = placeBeside({ anchor: pointAt(350, 600), panel: menu, visible: part, isRightToLeft })
    expect(placed).toMatchObject({ left: 152, top: 296 })
  })
})
