/**
 * Derives the colours that a theme leaves out from those that it has; background, foreground, primary and muted
 * suffice.
 */
import type { ThemeColour } from '../../contract/theme-tokens.ts'
import { black, type Colour, contrastOf, mixed, white, withAlpha } from './colour.ts'
import { least } from './pairs.ts'

export type Colours = Record<ThemeColour, Colour>

/** Returns the end of the lightness scale that contrasts best with the background. */
export const poleOf = (background: Colour): Colour =>
  contrastOf(background, black) > contrastOf(background, white) ? black : white

export function allColours(given: Partial<Colours>): Colours {
  const { background = white } = given
  const pole = poleOf(background)
  const standard = pole === black ? onLight : onDark
  const { foreground = mixed(background, pole, 0.9) } = given
  const [primary, own] = primaryOf(given, standard.primary)
  const ground = (share: number) => mixed(background, foreground, share)
  const { muted = ground(0.05), secondary = muted, accent = mixed(background, primary, 0.1), card = background } = own
  const { popover = pole === black ? background : ground(0.06), sidebar = mixed(background, muted, 0.6) } = own
  const { destructive, info, success, warning, highlight } = { ...standard, ...own }
  const bubbles = { me: own['bubble-me'] ?? primary, sms: own['bubble-sms'] ?? standard.sms }
  const them = own['bubble-them'] ?? ground(0.09)
  return {
    background,
    foreground,
    card,
    'card-foreground': foreground,
    popover,
    'popover-foreground': foreground,
    primary,
    'primary-foreground': on(primary),
    secondary,
    'secondary-foreground': foreground,
    muted,
    'muted-foreground': ground(0.62),
    accent,
    'accent-foreground': primary,
    destructive,
    'destructive-foreground': on(destructive),
    border: ground(0.13),
    input: ground(0.4),
    ring: primary,
    sidebar,
    'sidebar-foreground': foreground,
    'sidebar-active': mixed(sidebar, primary, 0.14),
    info,
    'info-foreground': on(info),
    success,
    'success-foreground': on(success),
    warning,
    'warning-foreground': on(warning),
    highlight,
    'highlight-foreground': on(highlight),
    'bubble-me': bubbles.me,
    'bubble-me-foreground': on(bubbles.me),
    'bubble-sms': bubbles.sms,
    'bubble-sms-foreground': on(bubbles.sms),
    'bubble-them': them,
    'bubble-them-foreground': contrastOf(foreground, them) < least.text ? on(them) : foreground,
    overlay: withAlpha(black, 0.45),
    'shadow-colour': withAlpha(black, pole === black ? 0.16 : 0.55),
    ...own,
  }
}

/**
 * Chooses the primary colour. Many themes call the colour of their buttons the accent, which here is the colour of a
 * surface.
 */
function primaryOf(given: Partial<Colours>, standard: Colour): [Colour, Partial<Colours>] {
  const { accent, ...rest } = given
  if (given.primary !== undefined || accent === undefined || accent.chroma < vivid)
    return [given.primary ?? standard, given]
  return [accent, rest]
}
const vivid = 0.08

/** Returns white as long as it is readable on the fill, else black. */
export const on = (fill: Colour): Colour => (contrastOf(fill, white) >= least.text ? white : black)

const of = (lightness: number, chroma: number, hue: number): Colour => ({ lightness, chroma, hue, alpha: 1 })

const onLight = {
  primary: of(0.52, 0.17, 256),
  destructive: of(0.53, 0.19, 27),
  info: of(0.52, 0.13, 245),
  success: of(0.5, 0.13, 150),
  warning: of(0.53, 0.11, 70),
  highlight: of(0.9, 0.15, 98),
  sms: of(0.5, 0.13, 150),
}
const onDark = {
  primary: of(0.57, 0.19, 257),
  destructive: of(0.72, 0.16, 24),
  info: of(0.76, 0.11, 240),
  success: of(0.77, 0.15, 150),
  warning: of(0.82, 0.13, 80),
  highlight: of(0.84, 0.15, 92),
  sms: of(0.5, 0.13, 150),
}
