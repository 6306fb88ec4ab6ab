import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { pluginWords } from '../../catalogue/de/plugin-words.ts'
import { speak } from '../../catalogue/texts.ts'
import { descriptionOf } from './description.ts'

const bundled = JSON.parse(
  readFileSync(new URL('../../../src/integrations/manifests.json', import.meta.url), 'utf8'),
) as Record<string, { description: string }>
const plugin = (name: string, is_installed = false) =>
  ({ name, is_installed, description: 'Its own words.' }) as PluginRecord

test('each bundled plugin has a German description, and nothing else has one', () => {
  expect(Object.keys(pluginWords).toSorted()).toEqual(
    Object.keys(bundled)
      .map((name) => `plugin.about_${name}`)
      .toSorted(),
  )
})

test('a plugin of the owner, or one that was installed under the name of a bundled one, speaks for itself', () => {
  speak({ texts: pluginWords, locale: 'de' })
  expect(descriptionOf(plugin('webhook'))).toMatch(/^Sendet jede Nachricht/)
  expect(descriptionOf(plugin('webhook', true))).toBe('Its own words.')
  expect(descriptionOf(plugin('daybook'))).toBe('Its own words.')
})
