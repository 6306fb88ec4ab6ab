import { expect, test } from 'vitest'
import { publicReach } from './reach.ts'

const refusal = (url: string) => publicReach.refusalOfEndpoint(new URL(url))

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is accepted', (url) => {
  expect(refusal(url)).toBeUndefined()
})

test.each([
  ['http://web.push.apple.com/abc', 'is not https'],
  ['https://user@web.push.apple.com/abc', 'contains a user name'],
  ['https://web.push.apple.com:8443/abc', 'contains a port'],
  ['https://2130706433/', 'is not a public name'],
  ['https://[::ffff:10.0.0.1]/', 'is not a public name'],
  ['https://printer/', 'is not a public name'],
  ['https://mac.local./', 'is not a public name'],
])('%s %s', (url, reason) => {
  expect(refusal(url)).toBe(reason)
})

test('a public name may not lead into the local network', () => {
  const refused = ['127.0.0.1', '10.0.0.1', '192.168.1.1', '169.254.169.254', '::1', 'fd00::1', '100.64.0.1']
  expect(refused.map(publicReach.refusalOfAddress)).not.toContain(undefined)
  expect(publicReach.refusalOfAddress('17.57.144.1')).toBeUndefined()
})
