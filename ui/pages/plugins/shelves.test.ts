import { expect, test } from 'vitest'
import { shelvesOf } from './shelves.ts'

const plugin = (display_name: string, tier: 'notify' | 'official' | 'core' | null, enabled: boolean) => ({
  display_name,
  tier,
  enabled,
})

test('destinations that are on come first, by name, and filters stand apart', () => {
  const shelves = shelvesOf([
    plugin('Statistics', 'core', true),
    plugin('Webhook', 'official', true),
    plugin('ntfy', 'notify', true),
    plugin('E-mail', 'official', false),
    plugin('broken', null, false),
  ])
  const names = Object.entries(shelves).map(([name, each]) => [name, each.map(({ display_name }) => display_name)])
  expect(Object.fromEntries(names)).toEqual({
    destinations: ['ntfy', 'Webhook'],
    available: ['E-mail'],
    filters: ['Statistics'],
    unusable: ['broken'],
  })
})
