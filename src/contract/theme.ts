/** Looks of the page. A theme is data: named colours and lengths, never a stylesheet. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from './fields.ts'

export const builtInThemes = [
  'system',
  'light',
  'dark',
  'midnight',
  'sepia',
  'high-contrast-light',
  'high-contrast-dark',
  'messages',
  'terminal',
] as const

export const Themes = Type.Object({
  built_in: Type.Array(Type.String()),
  packages: Type.Array(Type.String()),
  active: Type.String(),
})
export type Themes = Static<typeof Themes>

/** Literal colours and lengths: nothing that loads, refers or computes. */
const colour = '#[0-9a-fA-F]{3,8}|(rgb|hsl|oklch|oklab)a?\\([0-9.,%/ degrad+-]{1,60}\\)'
const length = '-?[0-9]{1,4}(\\.[0-9]{1,3})?(px|rem|em|%|ms)?'
const Tokens = Type.Record(
  Type.String({ pattern: '^--[a-z][a-z0-9-]{0,40}$' }),
  Type.String({ pattern: `^(${colour}|${length})$` }),
  { additionalProperties: false, description: 'Custom properties: literal colours and lengths only.' },
)

export const ThemePackage = Type.Object(
  {
    schema: Type.Literal(1),
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,60}$' }),
    title: Type.String({ minLength: 1, maxLength: 80 }),
    author: Type.Optional(Type.String({ maxLength: 80 })),
    license: Type.Optional(Type.String({ maxLength: 80 })),
    modes: Type.Object({ light: Type.Optional(Tokens), dark: Type.Optional(Tokens) }, { additionalProperties: false }),
  },
  { additionalProperties: false },
)
export type ThemePackage = Static<typeof ThemePackage>

export const ThemeDetails = Type.Object({
  name: Type.String(),
  title: Type.String(),
  origin: OneOf(['built_in', 'package']),
  author: Nullable(Type.String()),
  modes: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
    description: 'Custom properties by mode. Those of the built-in themes come with the page.',
  }),
})
export type ThemeDetails = Static<typeof ThemeDetails>
