/** Lists which text appears on which surface of the page, and how much contrast they need. */
import type { ThemeColour } from '../../contract/theme-tokens.ts'

export interface Pair {
  colour: ThemeColour
  on: readonly ThemeColour[]
}

/** The minimum ratios of WCAG 2.2: 1.4.3 (AA), 1.4.6 (AAA) and 1.4.11 (non-text). */
export const least = { text: 4.5, textAAA: 7, shape: 3 } as const

/** Text written on the page itself may appear on any of these. */
export const surfaces = [
  'background',
  'card',
  'popover',
  'muted',
  'secondary',
  'accent',
  'sidebar',
  'sidebar-active',
] as const satisfies readonly ThemeColour[]

/**
 * Surfaces for text that carries meaning by colour: links and names of states are not written on selected or pressed
 * elements.
 */
const grounds = ['background', 'card', 'popover', 'muted', 'sidebar'] as const satisfies readonly ThemeColour[]

/** Text of the page has to be lighter or darker than all surfaces below it. */
export const texts: readonly Pair[] = [
  { colour: 'foreground', on: surfaces },
  { colour: 'muted-foreground', on: surfaces },
  { colour: 'accent-foreground', on: surfaces },
  { colour: 'card-foreground', on: ['card'] },
  { colour: 'popover-foreground', on: ['popover'] },
  { colour: 'secondary-foreground', on: ['secondary'] },
  { colour: 'sidebar-foreground', on: ['sidebar', 'sidebar-active'] },
  ...(['destructive', 'info', 'success', 'warning'] as const).map((colour) => ({ colour, on: grounds })),
]

/** Text on a fill of its own, on any of which black or white is readable. */
export const fills = (
  [
    'primary',
    'destructive',
    'info',
    'success',
    'warning',
    'bubble-me',
    'bubble-sms',
    'bubble-them',
    'highlight',
  ] as const
).map((colour) => ({ colour: `${colour}-foreground`, on: [colour] }) as const) satisfies readonly Pair[]

export const shapes: readonly Pair[] = [
  { colour: 'ring', on: surfaces },
  { colour: 'primary', on: grounds },
  { colour: 'input', on: ['background', 'card', 'popover'] },
]

/** Every other colour is opaque. */
export const translucent: readonly ThemeColour[] = ['border', 'overlay', 'shadow-colour']
