import { expect, test } from 'vitest'
import { Settings } from '../../../src/contract/settings.ts'
import { de } from '../../catalogue/de.ts'
import { en } from '../../catalogue/en.ts'
import { propertiesOf, type Schema } from '../../forms/schema.ts'
import { homeOf, homes } from './homes.ts'
import { groups } from './relay/groups.ts'

/** Lists every setting that is not itself a group of settings. */
const placesOf = (schema: Schema, above: readonly string[] = []): string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, inner]) =>
    Object.keys(propertiesOf(inner)).length > 0 ? placesOf(inner, [...above, name]) : [[...above, name].join('.')],
  )

const places = placesOf(JSON.parse(JSON.stringify(Settings)))

test.each(places)('%s has a home, and words in both languages', (place) => {
  const home = homeOf(place)
  const keys = [home?.title, home?.hint].filter((key) => key !== undefined)
  expect(keys).not.toEqual([])
  expect([en, de].flatMap((texts) => keys.map((key) => texts[key as keyof typeof en]))).not.toContain(undefined)
})

test('no home exists for a setting that is gone', () => {
  expect(Object.keys(homes).filter((place) => !places.includes(place))).toEqual([])
})

test('a path within a setting has the home of that setting', () => {
  expect(homeOf('integrations.webhook.url')?.at).toBe('plugins')
  expect(homeOf('none')).toBeUndefined()
})

test.each(['general', 'sending', 'web'] as const)('the section %s shows all settings whose home it is', (section) => {
  const shown = groups[section].flatMap(({ places }) => [...places])
  const atHome = Object.keys(homes).filter((place) => homes[place]?.at === section)
  expect(shown.toSorted()).toEqual(atHome.toSorted())
})
