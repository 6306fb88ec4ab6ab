import { expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`${mac} ${webkit} Version/26.0 Safari/605.1.15`, 'Safari', 'Mac'],
  [`${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36`, 'Chrome', 'Mac'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${webkit} Version/26.0 Mobile Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['curl/8.9', 'curl', undefined],
  ['', undefined, undefined],
])('%s', (userAgent, browser, system) => {
  expect(browserName(userAgent)).toEqual({ browser, system })
})
