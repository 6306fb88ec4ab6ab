import { expect, test } from 'vitest'
import { pushSupportOf } from './push-support.ts'

const mac = {
  isSecure: true,
  hasPush: true,
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  touchPoints: 0,
}

test.each([
  ['possible', mac],
  ['insecure', { ...mac, isSecure: false }],
  ['unsupported', { ...mac, hasPush: false }],
  ['install', { ...mac, hasPush: false, touchPoints: 5 }],
  ['install', { ...mac, hasPush: false, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }],
] as const)('%s', (support, browser) => {
  expect(pushSupportOf(browser)).toBe(support)
})
