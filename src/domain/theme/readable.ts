/** Moves the lightness of colours, no further than it must, until everything on the page can be read. */
import { type ThemeColour, themeColours } from '../../contract/theme-tokens.ts'
import { black, type Colour, contrastOf, opaque, white, withLightness } from './colour.ts'
import { type Colours, on, poleOf } from './derived.ts'
import { fills, least, shapes, surfaces, texts, translucent } from './pairs.ts'

/** What a browser's own rounding may take away again. */
const margin = 0.05

export function readable(given: Colours): Colours {
  const colours = { ...given }
  for (const name of themeColours) if (!translucent.includes(name)) colours[name] = opaque(colours[name])
  const pole = poleOf(colours.background)
  const at = (names: readonly ThemeColour[]) => names.map((name) => colours[name])

  // First the surfaces: there has to be a text that can be read on all of them.
  const away = pole === black ? white : black
  for (const name of surfaces) colours[name] = moved(colours[name], { to: away, from: [pole], until: least.text })
  for (const { colour, on } of texts)
    colours[colour] = moved(colours[colour], { to: pole, from: at(on), until: least.text })
  for (const { colour, on } of shapes)
    colours[colour] = moved(colours[colour], { to: pole, from: at(on), until: least.shape })
  for (const { colour, on: fill } of fills) colours[colour] = onFill(colours[colour], colours[fill[0]])
  return colours
}

/** Whether text everywhere has the contrast that only AAA asks for. */
export const isEnhanced = (colours: Colours): boolean =>
  [...texts, ...fills].every(({ colour, on }) =>
    on.every((surface) => contrastOf(colours[colour], colours[surface]) >= least.textAAA),
  )

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
  let [near, far, best] = [colour.lightness, to.lightness, to]
  for (let step = 0; step < halvings; step++) {
    const middle = withLightness(colour, (near + far) / 2)
    if (suffices(middle)) [far, best] = [middle.lightness, middle]
    else near = (near + far) / 2
  }
  return best
}
