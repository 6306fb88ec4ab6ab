import { expect, test } from 'vitest'
import { examineAccess } from './access-attacks.ts'

test('limits of keys, releases and OAuth hold against every attack', async () => {
  const attacks = await examineAccess()
  expect(attacks.filter(({ outcome }) => outcome !== 'held')).toEqual([])
  for (const kind of ['grant', 'key', 'release', 'oauth'])
    expect(attacks.filter(({ name }) => name.startsWith(`${kind}_`)).length, kind).toBeGreaterThan(2)
})
