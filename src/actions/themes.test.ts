import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { builtInThemes, type ThemePackage } from '../contract/theme.ts'
import { themeFolder } from '../store/theme-folder.ts'
import { importTheme } from './import-theme.ts'
import { removeTheme } from './remove-theme.ts'
import { request, testServices } from './test-services.ts'
import { themeAsset } from './theme-asset.ts'
import { themeDetails } from './theme-details.ts'
import { themeStylesheet } from './theme-stylesheet.ts'
import { themes } from './themes.ts'

const servicesOf = testServices(onTestFinished)
const ocean: ThemePackage = { schema: 1, name: 'ocean', title: 'Ocean', modes: { dark: { background: '#001020' } } }

function servicesWith(chosen: object = {}) {
  const { services, dir, audited } = servicesOf({}, { themes: chosen })
  const folder = themeFolder(dir.themesDir, services.log)
  folder.put(ocean)
  return { services: { ...services, themes: folder }, folder, audited }
}

/** Responses are synchronous here, and are text. */
function cssFrom(answer: ReturnType<typeof themeStylesheet>): string {
  if (answer instanceof Promise || !(answer.body instanceof Uint8Array)) throw new Error('no bytes')
  return Buffer.from(answer.body).toString()
}
const cssOf = (chosen: object) => cssFrom(themeStylesheet({}, servicesWith(chosen).services, request))

it('lists the built-in themes and the installed ones', () => {
  expect(themes({}, servicesWith().services, request)).toEqual({
    built_in: [...builtInThemes],
    packages: ['ocean'],
    active: 'system',
  })
})

it.each([
  ['ocean', 'ocean'],
  ['dark', 'dark'],
  ['removed-since', 'system'],
])('when %s is chosen, %s is active', (chosen, active) => {
  expect(themes({}, servicesWith({ active: chosen }).services, request)).toMatchObject({ active })
})

it('returns the whole look of a theme, including built-in ones', () => {
  const { services } = servicesWith()
  expect(themeDetails({ name: 'ocean' }, services, request)).toMatchObject({
    name: 'ocean',
    title: 'Ocean',
    origin: 'package',
    author: null,
    source: ocean,
    modes: {
      dark: { tokens: { '--background': expect.stringMatching(/^oklch\(/), '--radius': '8px' }, contrast: 'AA' },
    },
  })
  expect(themeDetails({ name: 'high-contrast-dark' }, services, request)).toMatchObject({
    title: 'High contrast dark',
    origin: 'built_in',
    modes: { dark: { contrast: 'AAA', contrast_adjusted: [] } },
  })
  expect(themeDetails({ name: 'system' }, services, request)).toMatchObject({
    source: null,
    modes: { light: {}, dark: {} },
  })
  expect(() => themeDetails({ name: '../ocean' }, services, request)).toThrowError(
    expect.objectContaining({ code: 'not_found' }),
  )
})

it('returns the look with another accent', () => {
  const { services } = servicesWith()
  const own = themeDetails({ name: 'light' }, services, request)
  const pink = themeDetails({ name: 'light', accent: 'pink' }, services, request)
  if (own instanceof Promise || pink instanceof Promise) throw new Error('it waits')
  const [before, after] = [own.modes.light?.tokens ?? {}, pink.modes.light?.tokens ?? {}]
  expect(after['--bubble-me']).not.toBe(before['--bubble-me'])
  expect(after['--background']).toBe(before['--background'])
})

it('adjusts a colour that would be unreadable, and reports it', () => {
  const { services } = servicesWith()
  const modes = { light: { background: '#fff', foreground: '#ddd' } }
  importTheme({ schema: 1, name: 'faint', title: 'Faint', modes }, services, request)
  expect(themeDetails({ name: 'faint' }, services, request)).toMatchObject({
    modes: { light: { contrast_adjusted: ['foreground'] } },
  })
})

it('imports a theme and removes it', () => {
  const { services, folder, audited } = servicesWith()
  const file = { ...ocean, name: 'blue-hour', title: 'Blue Hour', background: 'waves.webp' }
  expect(importTheme(file, services, request)).toMatchObject({
    theme: { name: 'blue-hour', title: 'Blue Hour', origin: 'package' },
    notes: ['Fonts and pictures come with packages alone.'],
  })
  expect(folder.packages()[0]).not.toHaveProperty('background')
  expect(folder.packages().map(({ name }) => name)).toEqual(['blue-hour', 'ocean'])
  removeTheme({ name: 'blue-hour' }, services, request)
  expect(folder.packages().map(({ name }) => name)).toEqual(['ocean'])
  expect(audited().map(({ action, target }) => [action, target])).toEqual([
    ['theme_added', 'blue-hour'],
    ['theme_removed', 'blue-hour'],
  ])
  for (const name of ['blue-hour', 'dark', '..', '../state'])
    expect(() => removeTheme({ name }, services, request)).toThrowError(expect.objectContaining({ code: 'not_found' }))
})

it.each<[string, Record<string, unknown>, string]>([
  ['what is missing', { schema: 1, name: 'x' }, 'title'],
  ['a format that is not ours', { name: 'Blue Hour', colors: { background: '#101a2b' } }, 'schema'],
  ['a stylesheet', { ...ocean, custom_css: 'body {}' }, 'custom_css'],
  ['a colour that is none', { ...ocean, modes: { dark: { background: 'url(x)' } } }, 'modes.dark.background'],
  ['the name of a built-in theme', { ...ocean, name: 'dark' }, 'name'],
])('names %s in a file that is not a theme', (_what, file, place) => {
  expect(() => importTheme(file, servicesWith().services, request)).toThrowError(
    expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(`${place}: `) }),
  )
})

it.each([
  [
    'system: one rule by day and one at night',
    {},
    /scheme: light;[^}]*\}\n@media \(prefers-color-scheme: dark\) \{\n[^}]*scheme: dark/,
  ],
  [
    'one mode of a theme that has two',
    { active: 'messages', scheme: 'light' },
    /^(?!.*\n@media \(prefers-color-scheme)/s,
  ],
  ['a theme for the night alone', { dark: 'ocean' }, /prefers-color-scheme: dark/],
  [
    'high contrast for whoever asks for it',
    { active: 'sepia' },
    /prefers-contrast: more\) \{\n[^}]*--border-width: 2px/,
  ],
])('the stylesheet holds %s', (_what, chosen, expected) => {
  expect(cssOf(chosen)).toMatch(expected)
})

it('the stylesheet is not sent again to a client that has it', () => {
  const { services } = servicesWith()
  const answer = themeStylesheet({}, services, request)
  if (answer instanceof Promise) throw new Error('it waits')
  const again = themeStylesheet({}, services, { ...request, headers: { 'if-none-match': answer.headers.etag } })
  expect(again).toMatchObject({ status: 304, body: null })
})

it('serves the pictures and fonts of themes when their content matches their type', () => {
  const { services, folder } = servicesWith({ active: 'waves' })
  const picture = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.from('a picture')])
  folder.put(
    { ...ocean, name: 'waves', background: 'waves.webp', fonts: { body: 'own.woff2', mono: 'none.woff2' } },
    { 'waves.webp': picture, 'own.woff2': Buffer.from('<script>') },
  )
  const css = cssFrom(themeStylesheet({}, services, request))
  const [, name = ''] = /--backdrop: url\("\/theme-assets\/([0-9a-f]{64}\.webp)"\)/.exec(css) ?? []
  expect(css).not.toContain('@font-face')
  expect(themeAsset({ name }, services, request)).toMatchObject({
    headers: { 'content-type': 'image/webp' },
    body: picture,
  })
  expect(() => themeAsset({ name: 'waves.webp' }, services, request)).toThrowError(
    expect.objectContaining({ code: 'not_found' }),
  )
})

it('compresses the stylesheet for a browser that accepts gzip', () => {
  const { services } = servicesWith()
  const packed = themeStylesheet({}, services, { ...request, headers: { 'accept-encoding': 'gzip, br' } })
  if (packed instanceof Promise || !(packed.body instanceof Uint8Array)) throw new Error('no bytes')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${packed.body.length}` })
  expect(gunzipSync(packed.body).toString()).toBe(cssFrom(themeStylesheet({}, services, request)))
})
