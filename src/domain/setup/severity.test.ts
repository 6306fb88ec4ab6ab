import { expect, test } from 'vitest'
import { severityOf } from './severity.ts'

test.each([
  ['permission', 'failing'],
  ['state', 'failing'],
  ['agent', 'warning'],
  ['choice', 'warning'],
] as const)('a missing %s is of the severity %s', (kind, severity) => {
  expect(severityOf({ kind, state: 'missing' })).toBe(severity)
})

test('what cannot be told is no fault', () => {
  expect(severityOf({ kind: 'permission', state: 'checking' })).toBe('unknown')
  expect(severityOf({ kind: 'agent', state: 'unknown' })).toBe('unknown')
})
