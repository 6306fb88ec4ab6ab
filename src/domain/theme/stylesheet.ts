/**
 * Writes the chosen look as a stylesheet: custom properties of the root in a layer, with no text taken from a theme.
 */
import type { ThemePackage } from '../../contract/theme.ts'
import type { ChosenLook, ChosenLooks } from './choice.ts'

/** Returns the addresses of a theme's files by their names in the theme. */
export type AssetAddresses = (theme: ThemePackage) => Readonly<Record<string, string>>

interface Sheet {
  looks: ChosenLooks
  /** The looks for users whose system requests more contrast. */
  enhanced: ChosenLooks
  addresses: AssetAddresses
}

/** The order matches `ui/theme/layers.css`, which is loaded later and cannot change an order once it is set. */
export const layers = '@layer reset, tokens, theme, base, components, pages, plugin, user;'

/** A page that previews or bypasses a theme sets this attribute, which disables all of these rules. */
const root = ':root:not([data-theme])'

export function stylesheetOf({ looks, enhanced, addresses }: Sheet): string {
  const ordinary = byMode(looks, (look) => ({ ...look.tokens, ...assetProperties(look, addresses) }))
  return [
    layers,
    ...fontFaces(looks, addresses),
    `@layer theme {`,
    inMedia('screen and (forced-colors: none)', ordinary),
    inMedia(
      'screen and (forced-colors: none) and (prefers-contrast: more)',
      byMode(enhanced, ({ tokens }) => tokens),
    ),
    inMedia('(prefers-reduced-motion: reduce)', ruleOf({ '--duration': '0ms' })),
    '}',
    '',
  ].join('\n')
}

function byMode({ light, dark }: ChosenLooks, propertiesOf: (look: ChosenLook) => Record<string, string>): string {
  const [byDay, atNight] = [ruleOf(propertiesOf(light)), ruleOf(propertiesOf(dark))]
  return byDay === atNight ? byDay : `${byDay}\n${inMedia('(prefers-color-scheme: dark)', atNight)}`
}

const ruleOf = (properties: Readonly<Record<string, string>>): string =>
  `${root} {\n${Object.entries(properties)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}`

const inMedia = (query: string, rules: string): string => `@media ${query} {\n${rules}\n}`

const families = { body: 'theme-body', mono: 'theme-mono' } as const

function assetProperties({ theme, tokens }: ChosenLook, addresses: AssetAddresses): Record<string, string> {
  const { fonts = {}, background } = theme
  const found = addresses(theme)
  const own = (['body', 'mono'] as const).flatMap((use) => {
    const name = `--font-${use}`
    return found[fonts[use] ?? ''] === undefined ? [] : [[name, `"${familyOf(theme, use)}", ${tokens[name]}`]]
  })
  const picture = found[background ?? '']
  return { ...Object.fromEntries(own), ...(picture && { '--backdrop': `url("${picture}")` }) }
}

/** The name of a theme consists of letters, digits and hyphens. */
const familyOf = ({ name }: ThemePackage, use: keyof typeof families): string => `${families[use]}-${name}`

function fontFaces({ light, dark }: ChosenLooks, addresses: AssetAddresses): string[] {
  const themes = [...new Set([light.theme, dark.theme])]
  return themes.flatMap((theme) => {
    const { fonts = {} } = theme
    return (['body', 'mono'] as const).flatMap((use) => {
      const address = addresses(theme)[fonts[use] ?? '']
      if (address === undefined) return []
      return [
        `@font-face { font-family: "${familyOf(theme, use)}"; src: url("${address}") format("woff2"); font-display: swap; }`,
      ]
    })
  })
}
