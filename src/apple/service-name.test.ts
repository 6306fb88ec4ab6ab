import { expect, test } from 'vitest'
import { serviceName } from './service-name.ts'

test.each([
  ['iMessage', 'iMessage'],
  ['imessage', 'iMessage'],
  ['sms', 'SMS'],
  ['RCS', 'RCS'],
  ['rcs', 'RCS'],
  ['iMessageLite', 'iMessageLite'],
  ['Pigeon', 'Pigeon'],
  ['', ''],
  [null, ''],
])('the service %j is shown as %j', (stored, shown) => {
  expect(serviceName(stored)).toBe(shown)
})
