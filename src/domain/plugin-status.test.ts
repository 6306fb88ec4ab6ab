import { expect, it } from 'vitest'
import { pluginStatus } from './plugin-status.ts'

it.each([
  ['running', true, true, 'running'],
  ['failed', true, true, 'failed'],
  ['waiting', true, true, 'waiting'],
  ['off', true, true, 'starting'],
  ['running', false, true, 'off'],
  ['off', false, true, 'off'],
  ['failed', false, true, 'off'],
  ['invalid', false, true, 'invalid'],
  ['invalid', true, true, 'invalid'],
  ['invalid', true, false, 'invalid'],
  ['running', true, false, 'waiting'],
  ['off', true, false, 'waiting'],
  ['running', false, false, 'off'],
] as const)('noted as %s, enabled %s, bridge alive %s: the status is %s', (noted, enabled, bridgeAlive, status) => {
  expect(pluginStatus({ noted, enabled, bridgeAlive })).toBe(status)
})
