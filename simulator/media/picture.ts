/** The pictures of the simulated Mac: a sky over hills, in colours derived from a number, at any size. */

export type Rgb = readonly [red: number, green: number, blue: number]

export interface Picture {
  readonly width: number
  readonly height: number
  colourAt(x: number, y: number): Rgb
}

/** The same variant looks the same at every size, so that a thumbnail resembles its original. */
export function picture(variant: number, width: number, height: number): Picture {
  const hue = (variant * 67) % 360
  const horizon = 0.45 + ((variant * 13) % 20) / 100
  return {
    width,
    height,
    colourAt(x, y) {
      const across = x / width
      const down = y / height
      const hill = horizon + 0.08 * Math.sin(across * 7 + variant)
      return down < hill ? fromHsl(hue, 0.65, 0.85 - down * 0.5) : fromHsl(hue + 140, 0.45, 0.6 - down * 0.35)
    },
  }
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const amplitude = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Converts to BT.601 in full range, as JPEG requires. */
export function toYcbcr([red, green, blue]: Rgb): readonly [y: number, cb: number, cr: number] {
  return [
    Math.round(0.299 * red + 0.587 * green + 0.114 * blue),
    Math.round(128 - 0.168736 * red - 0.331264 * green + 0.5 * blue),
    Math.round(128 + 0.5 * red - 0.418688 * green - 0.081312 * blue),
  ]
}
