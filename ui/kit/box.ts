/** Window coordinates in pixels, as `getBoundingClientRect` and `position: fixed` use them. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const pointAt = (x: number, y: number): Box => ({ left: x, right: x, top: y, bottom: y })
