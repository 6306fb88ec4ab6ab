import type { LookupAddress, LookupOptions } from 'node:dns'
import { expect, test } from 'vitest'
import { checkedLookup } from './checked-lookup.ts'

const outside = { address: '93.184.216.34', family: 4 }
const house = { address: '192.168.1.1', family: 4 }
const link = { address: 'fe80::1%en0', family: 6 }

/** Looks up a name whose owner gives these answers, one after another. */
function lookupOf(url: string, ...answers: LookupAddress[][]) {
  const asked: string[] = []
  const resolve = async (hostname: string) => answers[asked.push(hostname) - 1] ?? []
  const lookup = checkedLookup(new URL(url), { ownPort: 8723, resolve })
  const ask = (options: LookupOptions = { all: true }) =>
    new Promise<unknown>((done, fail) =>
      lookup(new URL(url).hostname, options, (error, address, family) =>
        error === null ? done(family === undefined ? address : { address, family }) : fail(error),
      ),
    )
  return { ask, asked }
}

test('a name that alternates between two answers is looked up once, and the connection gets the checked one', async () => {
  const { ask, asked } = lookupOf('https://hooks.example.com/', [outside], [house])
  expect(await ask()).toEqual([outside])
  expect(asked).toEqual(['hooks.example.com'])
  await expect(ask()).rejects.toMatchObject({ code: 'egress_refused' })
})

test('of several addresses, only the permitted ones are kept', async () => {
  const of = (url: string) => lookupOf(url, [link, house, outside]).ask()
  expect(await of('https://hooks.example.com/')).toEqual([outside])
  expect(await of('http://nas.local/')).toEqual([house, outside])
})

test('a lookup for one address returns the first permitted one', async () => {
  expect(await lookupOf('http://nas.local/', [link, house]).ask({})).toEqual(house)
})

test('a name without any address is refused', async () => {
  await expect(lookupOf('http://nas.local/', []).ask()).rejects.toMatchObject({ code: 'egress_refused' })
})

test.each(['http://[fe80::1]/', 'http://0xa9fea9fe/', 'http://127.0.0.1:8723/'])(
  '%s is refused without a lookup',
  (url) => {
    expect(() => lookupOf(url)).toThrow(expect.objectContaining({ code: 'egress_refused' }))
  },
)

test('the refusal names the origin, and nothing after it', async () => {
  const { ask } = lookupOf('https://user:hunter2@hooks.example.com:8443/hunter2?key=hunter2#hunter2', [house])
  await expect(ask()).rejects.toMatchObject({
    message: expect.stringContaining('https://hooks.example.com:8443 leads to a private address'),
    details: { reason: 'https://hooks.example.com:8443 leads to a private address, which its name does not say' },
  })
  await expect(ask()).rejects.not.toThrow('hunter2')
})
