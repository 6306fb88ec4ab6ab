import { expect, it } from 'vitest'
import { ownUrl } from './own-url.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8723'],
  ['localhost', 'http://localhost:8723'],
  ['::1', 'http://[::1]:8723'],
  ['0.0.0.0', 'http://127.0.0.1:8723'],
  ['::', 'http://[::1]:8723'],
  ['192.168.1.5', 'http://192.168.1.5:8723'],
])('a server that listens at %s is reached at %s', (host, url) => {
  expect(ownUrl({ host, port: 8723 })).toBe(url)
})
