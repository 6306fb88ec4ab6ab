/** Declares themes of the page. A theme is data: named colours, numbers and choices, never a stylesheet. */
import { type Static, type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { Nullable, OneOf } from './fields.ts'
import {
  accents,
  bubbleStyles,
  densities,
  themeAvatars,
  themeColours,
  themeFonts,
  themeNumbers,
  themeTails,
} from './theme-tokens.ts'

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

const each = <K extends string, S extends TSchema>(names: readonly K[], schemaOf: (name: K) => S) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schemaOf(name))])) as unknown as Record<K, TOptional<S>>

const numbers = Object.keys(themeNumbers) as (keyof typeof themeNumbers)[]

/** Every token is optional; what is left out is derived from the rest. */
export const ThemeTokens = Type.Object(
  {
    ...each(themeColours, () => Type.String({ maxLength: 64 })),
    ...each(numbers, (name) => Type.Number({ minimum: themeNumbers[name].least, maximum: themeNumbers[name].most })),
    'font-body': Type.Optional(OneOf(themeFonts)),
    'font-mono': Type.Optional(OneOf(themeFonts)),
    avatar: Type.Optional(OneOf(themeAvatars)),
    tail: Type.Optional(OneOf(themeTails)),
  },
  { additionalProperties: false, description: 'Literal colours, numbers within bounds, and names of choices.' },
)
export type ThemeTokens = Static<typeof ThemeTokens>

export const themeModes = ['light', 'dark'] as const
export type ThemeMode = (typeof themeModes)[number]

const fileName = (endings: string) => Type.String({ pattern: `^[A-Za-z0-9][A-Za-z0-9._-]{0,80}\\.(${endings})$` })

export const ThemePackage = Type.Object(
  {
    schema: Type.Literal(1),
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,60}$' }),
    title: Type.String({ minLength: 1, maxLength: 80 }),
    author: Type.Optional(Type.String({ maxLength: 80 })),
    license: Type.Optional(Type.String({ maxLength: 80 })),
    modes: fields({ light: Type.Optional(ThemeTokens), dark: Type.Optional(ThemeTokens) }),
    density: Type.Optional(OneOf(densities)),
    fonts: Type.Optional(fields({ body: Type.Optional(fileName('woff2')), mono: Type.Optional(fileName('woff2')) })),
    background: Type.Optional(fileName('webp|avif|png')),
  },
  { additionalProperties: false },
)
export type ThemePackage = Static<typeof ThemePackage>

const ThemeLook = Type.Object({
  tokens: Type.Record(Type.String(), Type.String(), { description: 'Custom properties, ready for a stylesheet.' }),
  contrast_adjusted: Type.Array(Type.String(), {
    description: 'Colours whose lightness was moved so that they can be read.',
  }),
  contrast: OneOf(['low', 'AA', 'AAA'], 'What every text on every surface holds to; `low` is less than AA.'),
})
export type ThemeLook = Static<typeof ThemeLook>

export const ThemeDetails = Type.Object({
  name: Type.String(),
  title: Type.String(),
  origin: OneOf(['built_in', 'package']),
  author: Nullable(Type.String()),
  modes: Type.Object({ light: Type.Optional(ThemeLook), dark: Type.Optional(ThemeLook) }),
  source: Nullable(ThemePackage, 'As its author wrote it, for taking it elsewhere. `system` has none.'),
})
export type ThemeDetails = Static<typeof ThemeDetails>

/** Choices that replace the current ones in the preview of a theme. */
export const ThemeWishes = fields({
  accent: Type.Optional(OneOf(accents)),
  density: Type.Optional(OneOf(['theme', ...densities])),
  bubble: Type.Optional(OneOf(bubbleStyles)),
})

/** A theme.json; what is wrong with it is named by the place in the file. */
export const ThemeFile = Type.Record(Type.String(), Type.Unknown())

export const ImportedTheme = Type.Object({
  theme: ThemeDetails,
  notes: Type.Array(Type.String(), { description: 'What was left out or changed, a sentence each.' }),
})
export type ImportedTheme = Static<typeof ImportedTheme>
