import { expect, it } from 'vitest'
import { importTheme } from './import-theme.ts'

it('takes a theme in our own format as it is, without its files', () => {
  const file = { schema: 1, name: 'ocean', title: 'Ocean', modes: { dark: { background: '#001020' } } }
  expect(importTheme(file)).toEqual({ theme: file, notes: [] })
  expect(importTheme({ ...file, background: 'waves.webp' })).toEqual({
    theme: file,
    notes: ['Fonts and pictures come with packages alone.'],
  })
})

it('takes colors, structure and decorations, and reports that it leaves a stylesheet out', () => {
  const imported = importTheme({
    name: 'Blue Hour',
    author: 'Ann',
    colors: {
      background: '#101a2b',
      foreground: '#eef',
      'sidebar-bg': '#0c1422',
      'msg-me': '#2563eb',
      'msg-me-text': 'white',
    },
    structure: { radius: '0.5rem', 'sidebar-width': '900px', columns: 3 },
    decorations: { wallpaper: 'url(/api/v1/settings)' },
    custom_css: '@import url(https://evil.example/a.css)',
  })
  expect(imported).toEqual({
    theme: {
      ...{ schema: 1, name: 'blue-hour', title: 'Blue Hour', author: 'Ann' },
      modes: {
        dark: {
          ...{ background: '#101a2b', foreground: '#eef', sidebar: '#0c1422' },
          ...{ 'bubble-me': '#2563eb', 'bubble-me-foreground': 'white', radius: 8, 'sidebar-width': 420 },
        },
      },
    },
    notes: [
      'Its stylesheet (custom_css) was left out: a theme is data alone.',
      'sidebar-width was brought within its bounds.',
      'columns was left out: there is nothing like it here.',
      'wallpaper was left out: there is nothing like it here.',
    ],
  })
})

it('takes design tokens by mode and resolves their references', () => {
  const colour = (components: number[]) => ({ $type: 'color', $value: { colorSpace: 'oklch', components } })
  const imported = importTheme({
    $description: 'Meadow',
    base: { green: { $type: 'color', $value: '#2f7d4f' } },
    light: { color: { background: colour([0.98, 0.01, 120]), primary: { $value: '{base.green}' } } },
    dark: { color: { background: colour([0.2, 0.01, 120]) } },
    radius: { $type: 'dimension', $value: { value: 12, unit: 'px' } },
  })
  expect(imported).toMatchObject({
    theme: {
      ...{ name: 'meadow', title: 'Meadow' },
      modes: {
        light: { background: 'oklch(0.98 0.01 120 / 1)', primary: '#2f7d4f', radius: 12 },
        dark: { background: 'oklch(0.2 0.01 120 / 1)', radius: 12 },
      },
    },
  })
})

it.each<[string, unknown]>([
  ['a list', []],
  ['nothing', null],
  ['no colour at all', { hello: 'world' }],
  ['colours that are none', { colors: { background: 'url(x)' } }],
  ['tokens that refer in a circle', { a: { $value: '{b}' }, b: { $value: '{a}' } }],
  ['the name of a built-in theme', { name: 'Dark', colors: { background: '#000' } }],
])('%s is refused as not a theme', (_what, file) => {
  expect(importTheme(file)).toEqual({ problem: expect.any(String) })
})
