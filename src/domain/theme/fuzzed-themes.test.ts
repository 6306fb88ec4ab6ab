import { Value } from '@sinclair/typebox/value'
import { expect, test } from 'vitest'
import { Config } from '../../contract/config.ts'
import { themeColours, themeNumbers } from '../../contract/theme-tokens.ts'
import { builtIn } from './built-in/index.ts'
import { chosenLooks, type ThemeSettings } from './choice.ts'
import { contrastOf, readColour } from './colour.ts'
import { complete } from './complete.ts'
import { fills, least, shapes, texts } from './pairs.ts'
import { readTheme } from './read-theme.ts'
import { stylesheetOf } from './stylesheet.ts'

/** Yields the same numbers in every run (mulberry32). */
function randomness(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const hostile: unknown[] = [
  'url(/api/v1/settings)',
  'url(https://evil.example/x.png)',
  'image-set("x.png" 1x)',
  'var(--x)',
  'attr(x)',
  '',
  '#fff;} body { display: none',
  'red}</style><script>',
  '#fff\n@import "x"',
  'expression(alert(1))',
  'env(x)',
  'color-mix(in oklch, red, blue)',
  'rgb(from red r g b)',
  'constructor',
  '__proto__',
  'currentcolor',
  'inherit',
  null,
  true,
  7,
  -1,
  1e308,
  [],
  {},
  'oklch(1e400 1 1)',
  'oklch(NaN 0 0)',
  'rgb(none none none)',
  '\\75rl(x)',
  'a'.repeat(1_000),
  '#ggg',
  'hsl(1turn 100% 50%)',
  'transparent',
  '🟥',
  '#fff/*',
  'lab(50% 200 200)',
]

function fuzzer(seed: number) {
  const random = randomness(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const digits = (most: number) => (random() * most).toFixed(3)
  const colour = (): string =>
    one([
      () =>
        `#${Math.floor(random() * 0xffffff)
          .toString(16)
          .padStart(6, '0')}`,
      () => `oklch(${digits(1)} ${digits(0.4)} ${digits(360)})`,
      () => `rgb(${digits(255)} ${digits(255)} ${digits(255)} / ${digits(1)})`,
      () => `hsl(${digits(360)} ${digits(100)}% ${digits(100)}%)`,
    ])()
  const value = (good: () => unknown) => (random() < hostility ? one(hostile) : good())
  // Some files are entirely valid, others have hostile values.
  const hostility = one([0, 0, 0.02, 0.3])
  const names = [...themeColours, ...(hostility > 0.1 ? ['background-image', '--x', 'content', '__proto__', '}'] : [])]
  const tokens = () => ({
    ...Object.fromEntries(names.filter(() => random() < 0.4).map((name) => [name, value(colour)])),
    ...Object.fromEntries(
      Object.entries(themeNumbers)
        .filter(() => random() < 0.2)
        .map(([name, { least, most }]) => [name, value(() => least + Math.floor(random() * (most - least)))]),
    ),
    ...(random() < 0.1 && { 'font-body': value(() => one(['serif', 'mono'])) }),
  })
  const file = {
    schema: value(() => 1),
    name: value(() => 'fuzzed'),
    title: value(() => 'Fuzzed'),
    modes: value(() => (random() < 0.5 ? { light: tokens() } : { light: tokens(), dark: tokens() })),
    ...(hostility > 0.1 && random() < 0.5 && { custom_css: '* { display: none }' }),
    ...(random() < 0.2 && { background: value(() => 'a.webp') }),
  }
  return one([file, file, file, one(hostile)])
}

const settings: ThemeSettings = { ...(Value.Default(Config, {}) as Config).themes, active: 'fuzzed' }
const enhanced = chosenLooks(
  { ...settings, light: 'high-contrast-light', dark: 'high-contrast-dark', active: 'system' },
  builtIn,
)
const address = '/theme-assets/0.webp'

test('500 arbitrary files yield a readable theme or a reason, and none of their text becomes a rule or an address', () => {
  let sound = 0
  for (let seed = 1; seed <= 500; seed++) {
    const file = JSON.parse(JSON.stringify(fuzzer(seed)))
    const { theme } = readTheme(file)
    if (theme === undefined) continue
    sound += 1
    const looks = chosenLooks(settings, [...builtIn, theme])
    const css = stylesheetOf({ looks, enhanced, addresses: () => ({ 'a.webp': address }) })
    expect(strangeLines(css)).toEqual([])
    for (const mode of ['light', 'dark'] as const)
      if (theme.modes[mode]) expect(unreadable(complete(theme.modes[mode], { mode }).tokens)).toEqual([])
  }
  expect(sound).toBeGreaterThan(150)
})

/** Returns the lines that are not of the few forms that we write ourselves. */
const strangeLines = (css: string): string[] =>
  css
    .split('\n')
    .filter(
      (line) =>
        !/^(@layer [a-z, ]+;|@layer theme \{|@media [()a-z: -]+\{|:root:not\(\[data-theme\]\) \{|\}|)$/.test(line) &&
        !/^ {2}--[a-z-]+: (oklch\([\d. /e-]+\)|\d+(\.\d+)?(px|ms|%)|0)?;$/.test(line) &&
        !/^ {2}(color-scheme: (light|dark)|--font-(body|mono): ["\w ,-]+);$/.test(line) &&
        line !== `  --backdrop: url("${address}");`,
    )

function unreadable(tokens: Readonly<Record<string, string>>): string[] {
  const colour = (name: string) => readColour(tokens[`--${name}`] ?? '')
  const short = (pairs: typeof texts, wanted: number) =>
    pairs.flatMap(({ colour: name, on }) =>
      on.flatMap((other) => {
        const [a, b] = [colour(name), colour(other)]
        return a && b && contrastOf(a, b) >= wanted ? [] : [`${name} on ${other}`]
      }),
    )
  return [...short([...texts, ...fills], least.text), ...short(shapes, least.shape)]
}
