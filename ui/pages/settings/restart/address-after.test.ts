import { expect, test } from 'vitest'
import { addressAfter } from './address-after.ts'

const here = { protocol: 'http:', hostname: '127.0.0.1', port: '8723' }

test.each<[string, { host: string; port: number }, Partial<typeof here>, string | undefined]>([
  ['another port', { host: '127.0.0.1', port: 9000 }, {}, 'http://127.0.0.1:9000'],
  ['another name of this Mac', { host: 'localhost', port: 8723 }, {}, undefined],
  ['everybody', { host: '0.0.0.0', port: 8723 }, {}, undefined],
  ['everybody at another port', { host: '::', port: 9000 }, { hostname: 'mac.local' }, 'http://mac.local:9000'],
  ['one address alone', { host: '192.168.1.5', port: 8723 }, {}, 'http://192.168.1.5:8723'],
  ['one address of the newer kind', { host: 'fd00::5', port: 8723 }, {}, 'http://[fd00::5]:8723'],
  [
    'this Mac alone, seen from elsewhere',
    { host: '127.0.0.1', port: 80 },
    { hostname: 'mac.local', port: '' },
    'http://127.0.0.1',
  ],
  ['a port that the system chooses', { host: '127.0.0.1', port: 0 }, {}, undefined],
  ['another port behind a tunnel', { host: '127.0.0.1', port: 9000 }, { protocol: 'https:' }, undefined],
])('%s', (_, web, other, expected) => {
  expect(addressAfter(web, { ...here, ...other })).toBe(expected)
})
