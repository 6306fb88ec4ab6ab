/** Reads literal colours of themes and writes them as `oklch(…)`, always within what a screen can show. */
import {
  clampChroma,
  converter,
  interpolate,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  parse,
  useMode,
  wcagContrast,
} from 'culori/fn'

// biome-ignore lint/correctness/useHookAtTopLevel: it registers a colour space, whatever its name is
for (const mode of [modeRgb, modeLrgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch]) useMode(mode as never)
const toOklch = converter('oklch')

export interface Colour {
  lightness: number
  chroma: number
  hue: number
  alpha: number
}

/** Returns undefined for text that is not a literal colour, including anything that would load, refer or compute. */
export function readColour(text: string): Colour | undefined {
  const parsed = /^[#\w\s.,%/()+-]{1,64}$/.test(text) ? toOklch(parse(text.trim())) : undefined
  if (parsed === undefined) return undefined
  const { l, c = 0, h = 0, alpha = 1 } = parsed
  const colour = { lightness: l, chroma: c, hue: h, alpha }
  return Object.values(colour).every(Number.isFinite) ? shown(colour) : undefined
}

export function writeColour({ lightness, chroma, hue, alpha }: Colour): string {
  const parts = [lightness.toFixed(4), chroma.toFixed(4), hue.toFixed(2)].map(Number)
  return `oklch(${parts.join(' ')}${alpha < 1 ? ` / ${Number(alpha.toFixed(3))}` : ''})`
}

/** Computes the contrast by WCAG 2, treating both colours as opaque. */
export const contrastOf = (one: Colour, other: Colour): number => wcagContrast(toCulori(one), toCulori(other))

export const withLightness = (colour: Colour, lightness: number): Colour => shown({ ...colour, lightness })
export const withAlpha = (colour: Colour, alpha: number): Colour => ({ ...colour, alpha })
export const opaque = (colour: Colour): Colour => withAlpha(colour, 1)

/** Mixes two colours with `share` of the second. */
export function mixed(one: Colour, other: Colour, share: number): Colour {
  const { l, a, b } = interpolate([toCulori(one), toCulori(other)], 'oklab')(share)
  const { c = 0, h = 0 } = toOklch({ mode: 'oklab', l, a, b })
  return shown({ lightness: l, chroma: c, hue: h, alpha: 1 })
}

export const black: Colour = { lightness: 0, chroma: 0, hue: 0, alpha: 1 }
export const white: Colour = { lightness: 1, chroma: 0, hue: 0, alpha: 1 }

const toCulori = ({ lightness, chroma, hue }: Colour): Oklch => ({ mode: 'oklch', l: lightness, c: chroma, h: hue })

/** Rounds as the colour will be written, so that measurements match what is seen. */
function shown({ lightness, chroma, hue, alpha }: Colour): Colour {
  const l = between(0, lightness, 1)
  if (l === 0 || l === 1) return { ...(l === 0 ? black : white), alpha: between(0, alpha, 1) }
  const { c = 0 } = clampChroma(toCulori({ lightness: l, chroma: between(0, chroma, 1), hue, alpha }), 'oklch')
  const round = (value: number, digits: number) => Number(value.toFixed(digits))
  // Chroma is rounded down, since rounding up might leave the range that can be shown.
  const inside = Math.max(0, Math.floor(c * 1e4 + 1e-6) / 1e4)
  return {
    lightness: round(l, 4),
    chroma: inside,
    hue: inside === 0 ? 0 : round(((hue % 360) + 360) % 360, 2),
    alpha: round(between(0, alpha, 1), 3),
  }
}

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most)
