import { expect, test } from 'vitest'
import type { SetupCheck } from '../../contract/setup.ts'
import { groupStates, openSteps } from './open-steps.ts'

const check = (name: SetupCheck['name'], state: SetupCheck['state'], kind: SetupCheck['kind'] = 'permission') =>
  ({ name, kind, state, ok: state === 'granted' }) as SetupCheck

test('a step is open while its check says so; what cannot be told leaves nothing open', () => {
  expect(openSteps([check('full_disk_access', 'unknown'), check('password', 'granted', 'choice')])).toEqual([])
  const all = [
    check('automation', 'missing'),
    ...(['scope', 'plugins', 'password'] as const).map((name) => check(name, 'missing', 'choice')),
  ]
  expect(openSteps(all)).toEqual(['permissions', 'relayed', 'destination', 'security'])
})

test('a group is as well as the worst of its checks, and is left out where nothing needs it', () => {
  const found = groupStates([
    check('full_disk_access', 'granted'),
    check('full_disk_access_bridge', 'unknown'),
    check('automation', 'granted'),
    check('agent_bridge', 'granted', 'agent'),
    check('agent_web', 'missing', 'agent'),
  ])
  expect(found.map(({ group, state, left }) => [group, state, left.map(({ name }) => name)])).toEqual([
    ['read', 'unknown', ['full_disk_access_bridge']],
    ['send', 'granted', []],
    ['login', 'missing', ['agent_web']],
  ])
})
