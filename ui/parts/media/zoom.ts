/** Computes the zoom and position of a picture: never smaller than whole, and never moved out of sight. */

export interface View {
  scale: number
  /** The offset from the middle in pixels. */
  x: number
  y: number
}

export const whole: View = { scale: 1, x: 0, y: 0 }
const largest = 6

interface Room {
  width: number
  height: number
}

/** Zooms so that the point `at`, measured from the middle, stays in place. */
export function zoomed(view: View, { by, at, room }: { by: number; at: { x: number; y: number }; room: Room }): View {
  const scale = Math.min(largest, Math.max(1, view.scale * by))
  const grown = scale / view.scale
  return moved({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, { x: 0, y: 0, room })
}

export function moved({ scale, x, y }: View, by: { x: number; y: number; room: Room }): View {
  const within = (value: number, size: number) => {
    const most = ((scale - 1) * size) / 2
    // Adding 0 turns -0 into 0.
    return Math.min(most, Math.max(-most, value)) + 0
  }
  return { scale, x: within(x + by.x, by.room.width), y: within(y + by.y, by.room.height) }
}

const leastSwipe = 60

/**
 * The direction of a swipe: 1 to the next picture, -1 to the previous one, 0 when the movement is too short or too
 * steep.
 */
export function swiped({ x, y }: { x: number; y: number }): 1 | -1 | 0 {
  if (Math.abs(x) < leastSwipe || Math.abs(x) < Math.abs(y) * 1.5) return 0
  return x < 0 ? 1 : -1
}
