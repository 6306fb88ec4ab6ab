/**
 * Declares what a theme can set: the names of its colours and the bounds of its numbers. A theme cannot set anything
 * else.
 */

export const themeColours = [
  'background',
  'foreground',
  'card',
  'card-foreground',
  'popover',
  'popover-foreground',
  'primary',
  'primary-foreground',
  'secondary',
  'secondary-foreground',
  'muted',
  'muted-foreground',
  'accent',
  'accent-foreground',
  'destructive',
  'destructive-foreground',
  'border',
  'input',
  'ring',
  'sidebar',
  'sidebar-foreground',
  'sidebar-active',
  'info',
  'info-foreground',
  'success',
  'success-foreground',
  'warning',
  'warning-foreground',
  'bubble-me',
  'bubble-me-foreground',
  'bubble-sms',
  'bubble-sms-foreground',
  'bubble-them',
  'bubble-them-foreground',
  'highlight',
  'highlight-foreground',
  'overlay',
  'shadow-colour',
] as const
export type ThemeColour = (typeof themeColours)[number]

interface Bounds {
  least: number
  most: number
  unit: 'px' | 'ms'
}

export const themeNumbers = {
  radius: { least: 0, most: 24, unit: 'px' },
  'bubble-radius': { least: 0, most: 24, unit: 'px' },
  gap: { least: 0, most: 16, unit: 'px' },
  'font-size': { least: 12, most: 22, unit: 'px' },
  'sidebar-width': { least: 220, most: 420, unit: 'px' },
  'border-width': { least: 0, most: 3, unit: 'px' },
  duration: { least: 0, most: 400, unit: 'ms' },
} as const satisfies Record<string, Bounds>
export type ThemeNumber = keyof typeof themeNumbers

/** Installed fonts only, because none is loaded for them. */
export const themeFonts = ['system', 'rounded', 'serif', 'humanist', 'mono'] as const
export const themeAvatars = ['round', 'rounded', 'square'] as const
export const themeTails = ['none', 'corner'] as const
export const densities = ['comfortable', 'compact'] as const
export const bubbleStyles = ['theme', 'round', 'corner', 'square'] as const
/** `theme` keeps the theme's own colour. */
export const accents = ['theme', 'blue', 'purple', 'pink', 'red', 'orange', 'green', 'graphite'] as const
/** Whether colours are adjusted until text is readable. */
export const contrastChoices = ['adjusted', 'as_written'] as const
export const colourSchemes = ['auto', 'light', 'dark'] as const
