import { expect, test } from 'vitest'
import { stateOf } from './plugin-state.ts'

const running = { status: 'running', waiting_for: null, paused: false, retrying: 0, last_error: null } as const

test.each([
  ['ok', {}],
  ['retrying', { retrying: 1, last_error: 'connection refused' }],
  ['retrying', { status: 'waiting', waiting_for: 'receiver' }],
  ['failed', { last_error: 'the receiver answered 410' }],
  ['failed', { status: 'failed', last_error: 'it cannot be loaded' }],
  ['paused', { paused: true, retrying: 3, last_error: 'connection refused' }],
  ['paused', { paused: true, status: 'waiting', waiting_for: 'receiver' }],
  ['off', { status: 'off', paused: true }],
  ['invalid', { status: 'invalid', paused: true }],
  ['relay_stopped', { status: 'waiting', waiting_for: 'relay' }],
  ['approval', { status: 'waiting', waiting_for: 'approval' }],
] as const)('a plugin is %s with %o', (state, more) => {
  expect(stateOf({ ...running, ...more })).toBe(state)
})
