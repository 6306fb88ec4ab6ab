/** Moves the lightness of colours, no further than necessary, until everything on the page is readable. */
import { type ThemeColour, themeColours } from '../../contract/theme-tokens.ts'
import { black, type Colour, contrastOf, opaque, white, withLightness } from './colour.ts'
import { type Colours, on, poleOf } from './derived.ts'
import { fills, least, shapes, surfaces, texts, translucent } from './pairs.ts'

/** A reserve for the browser's own rounding. */
const margin = 0.05

/** `kept` lists colours that stay as they are, readable or not. */
export function readable(given: Colours, kept: readonly ThemeColour[] = []): Colours {
  const colours = { ...given }
  for (const name of themeColours) if (!translucent.includes(name)) colours[name] = opaque(colours[name])
  const pole = poleOf(colours.background)
  const at = (names: readonly ThemeColour[]) => names.map((name) => colours[name])

  // Surfaces come first, since one text colour has to be readable on all of them.
  const away = pole === black ? white : black
  const move = (name: ThemeColour, way: Way) => {
    if (!kept.includes(name)) colours[name] = moved(colours[name], way)
  }
  for (const name of surfaces) move(name, { to: away, from: [pole], until: least.text })
  for (const { colour, on } of texts) move(colour, { to: pole, from: at(on), until: least.text })
  for (const { colour, on } of shapes) move(colour, { to: pole, from: at(on), until: least.shape })
  for (const { colour, on: fill } of fills)
    if (!kept.includes(colour)) colours[colour] = onFill(colours[colour], colours[fill[0]])
  return colours
}

/** Returns the contrast level that all text reaches. */
export function heldTo(colours: Colours): 'low' | 'AA' | 'AAA' {
  const contrasts = [...texts, ...fills].flatMap(({ colour, on }) =>
    on.map((surface) => contrastOf(colours[colour], colours[surface])),
  )
  const worst = Math.min(...contrasts)
  if (worst >= least.textAAA) return 'AAA'
  return worst >= least.text ? 'AA' : 'low'
}

const onFill = (text: Colour, fill: Colour): Colour => {
  const pole = on(fill)
  return moved(text, {
    to: contrastOf(fill, pole) >= least.text + margin ? pole : poleOf(fill),
    from: [fill],
    until: least.text,
  })
}

interface Way {
  to: Colour
  from: readonly Colour[]
  until: number
}

const halvings = 12

function moved(colour: Colour, { to, from, until }: Way): Colour {
  const suffices = (one: Colour) => from.every((other) => contrastOf(one, other) >= until + margin)
  if (from.every((other) => contrastOf(colour, other) >= until)) return colour
  if (!suffices(to)) return clearestOf(colour, from)
  let [near, far, best] = [colour.lightness, to.lightness, to]
  for (let step = 0; step < halvings; step++) {
    const middle = withLightness(colour, (near + far) / 2)
    if (suffices(middle)) [far, best] = [middle.lightness, middle]
    else near = (near + far) / 2
  }
  return best
}

/**
 * When kept surfaces are both light and dark, neither end of the scale is far from all of them, so the best lightness
 * between is searched.
 */
function clearestOf(colour: Colour, from: readonly Colour[]): Colour {
  const worst = (one: Colour) => Math.min(...from.map((other) => contrastOf(one, other)))
  const tried = Array.from({ length: steps + 1 }, (_, step) => withLightness(colour, step / steps))
  return tried.reduce((best, each) => (worst(each) > worst(best) ? each : best))
}

const steps = 50
