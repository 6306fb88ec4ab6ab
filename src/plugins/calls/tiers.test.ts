import { afterEach, expect, it } from 'vitest'
import type { HostedTier } from '../protocol.ts'
import { type TestHost, testHost, until } from '../test-host.ts'
import { type Method, methods } from './methods.ts'

let bench: TestHost
afterEach(() => bench.stop())

/** The plugin speaks the frame protocol itself and bypasses the runner. */
const raw = `import { writeSync } from 'node:fs'
const raw = (value) => { const body = Buffer.from(JSON.stringify(value))
  const head = Buffer.alloc(4); head.writeUInt32BE(body.length); writeSync(3, Buffer.concat([head, body])) }
const call = (method, args = {}) => raw({ type: 'call', call: 1, method, args })`

const probing = async (tier: HostedTier, start: string): Promise<void> => {
  const noSending = () => expect.fail('something was sent')
  bench = await testHost({ plugins: { probe: { tier, top: raw, start } }, calls: { send: noSending } })
}
const violations = () => bench.audited.filter(({ action }) => action === 'tier_violation')

it.each(['send_text', 'send_file'])('%s of the context rejects in the notify tier and is audited', async (method) => {
  const told = `(error) => ctx.log_info(error.constructor.name + ' ' + error.code)`
  await probing('notify', `await ctx.${method}('any conversation', 'x', 'text/plain').catch(${told})`)
  await until(() => bench.logged.some(({ msg }) => msg === 'CallRefused tier_violation'))
  expect(violations()).toEqual([
    { action: 'tier_violation', principal: 'plugin:probe', target: method, result: 'refused' },
  ])
  expect(bench.logged).toContainEqual({ source: 'host', level: 'warn', msg: expect.stringContaining(method) })
  await until(() => bench.record()?.status === 'running')
})

it('the context cannot be changed', async () => {
  const start = `try { ctx.send_text = () => {} } catch (error) { ctx.log_info(error.constructor.name) }`
  await probing('notify', start)
  await until(() => bench.logged.some(({ msg }) => msg === 'TypeError'))
})

const tiers: readonly HostedTier[] = ['official', 'notify']
/** One process makes several calls: fewer than would end it for those that its tier does not have. */
const mostTogether = 3
const together = (calls: readonly Method[]): Method[][] =>
  Array.from({ length: Math.ceil(calls.length / mostTogether) }, (_, n) =>
    calls.slice(n * mostTogether, (n + 1) * mostTogether),
  )
const cases = tiers.flatMap((tier) => together(Object.keys(methods) as Method[]).map((asked) => ({ tier, asked })))

it.each(cases)('$asked of the tier $tier are refused and audited unless the table of calls has them', async (one) => {
  const { tier, asked } = one
  const isRefused = (method: Method) => !methods[method].tiers.includes(tier)
  // No tier has the last call, so its refusal shows that those before it were handled.
  await probing(tier, [...asked, 'nothing'].map((method) => `call('${method}')`).join('\n'))
  await until(() => violations().some(({ target }) => target === 'nothing'))
  expect(violations().map(({ target }) => target)).toEqual([...asked.filter(isRefused), 'nothing'])
  await until(() => bench.record()?.status === 'running')
})

it('a plugin that keeps making forbidden calls is ended', async () => {
  await probing('notify', `for (let n = 0; n < 5; n++) call('send_text')`)
  await until(() => /again and again/.test(bench.record()?.last_error ?? ''))
  expect(violations().length).toBeGreaterThanOrEqual(5)
})

it('no tier has a call that is named like a part of every object', async () => {
  const names = ['exec', '__proto__', 'constructor', 'hasOwnProperty']
  await probing('official', names.map((name) => `call('${name}')`).join('\n'))
  await until(() => violations().length === names.length)
  expect(violations().map(({ target }) => target)).toEqual(names)
})

it('an invalid name of a call is not written down', async () => {
  await probing('official', `call('the text of a message')`)
  await until(() => violations().length === 1)
  expect(violations()[0]?.target).toBe('unknown')
})

it('a call with wrong arguments is refused without a strike', async () => {
  await probing(
    'official',
    `for (const args of [{}, { conversation_id: 7, body: 'x', key: null, delivery_id: null }]) call('send_text', args)
     for (let n = 0; n < 10; n++) call('write_upload', { upload: -1, data: {} })`,
  )
  await until(() => bench.record()?.status === 'running')
  expect(violations()).toEqual([])
})
