import { expect, it } from 'vitest'
import { reachOf } from './reach.ts'

it('distinguishes this Mac, the network, and other names for this Mac', () => {
  expect(reachOf({ host: '127.0.0.1', port: 8723 }, [])).toMatchObject({ is: 'here', address: 'http://127.0.0.1:8723' })
  expect(reachOf({ host: '::1', port: 8723 }, []).address).toBe('http://[::1]:8723')
  expect(reachOf({ host: '127.0.0.1', port: 8723 }, ['mac.tail.ts.net']).is).toBe('through')
  expect(reachOf({ host: '0.0.0.0', port: 8723 }, []).is).toBe('network')
})
