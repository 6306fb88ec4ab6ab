import { expect, it } from 'vitest'
import { isPageManifest, pageManifestOf, pageViolation } from './page-manifest.ts'

const good = { api: 1, entry: './page/index.js', slots: ['sidebar.panel'] }

it('keeps what is known and drops what only a later release may know', () => {
  const declared = {
    ...good,
    api: 1,
    slots: ['sidebar.panel', 'moon.phase'],
    minHeight: { 'sidebar.panel': 9_000, x: 1 },
  }
  expect(pageViolation(declared, 'official')).toBeUndefined()
  const manifest = pageManifestOf(declared as never)
  expect(manifest).toEqual({
    entry: 'page/index.js',
    slots: ['sidebar.panel'],
    permissions: [],
    min_height: { 'sidebar.panel': 800 },
  })
  expect(isPageManifest(manifest)).toBe(true)
})

it.each([
  [{ ...good, api: 2 }, 'UI.api is not 1'],
  [{ ...good, entry: './index.js' }, 'UI.entry'],
  [{ ...good, entry: '../page/index.js' }, 'UI.entry'],
  [{ ...good, entry: './page/../../x.js' }, 'UI.entry'],
  [{ ...good, entry: '/etc/page/index.js' }, 'UI.entry'],
  [{ ...good, slots: 'sidebar.panel' }, 'UI.slots'],
  [{ ...good, permissions: ['message.delete'] }, 'UI.permissions'],
  [{ ...good, minHeight: { 'sidebar.panel': -1 } }, 'UI.minHeight'],
  [[], 'UI is not an object'],
])('%j is refused', (ui, why) => {
  expect(pageViolation(ui, 'official')).toContain(why)
})

it('gives the notify tier no permission', () => {
  expect(pageViolation({ ...good, permissions: ['message.read'] }, 'notify')).toContain('notify')
  expect(isPageManifest({ ...pageManifestOf(good as never), entry: '../x/index.js' })).toBe(false)
})
