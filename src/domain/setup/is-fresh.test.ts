import { expect, test } from 'vitest'
import type { SetupProgress } from '../../contract/setup.ts'
import { isFresh } from './is-fresh.ts'

const untouched: SetupProgress = { step: 'welcome', furthest: 'welcome', exposure_seen: false, finished: false }
const auth = { password_hash: null, api_keys: [] }
const integrations = {}

test.each([
  ['nobody did anything', untouched, { auth, integrations }, true],
  [
    'the bridge has started',
    untouched,
    { auth, integrations: { rules: { enabled: true }, stats: { enabled: true } } },
    true,
  ],
  ['setup was begun', { ...untouched, furthest: 'permissions' }, { auth, integrations }, false],
  ['setup was finished', { ...untouched, finished: true }, { auth, integrations }, false],
  ['a plugin is on', untouched, { auth, integrations: { webhook: { enabled: true } } }, false],
  ['a plugin is off', untouched, { auth, integrations: { webhook: { enabled: false } } }, true],
  ['a password is set', untouched, { auth: { ...auth, password_hash: 'x' }, integrations }, false],
] as const)('when %s', (_, progress, config, expected) => {
  expect(isFresh(progress, config)).toBe(expected)
})
