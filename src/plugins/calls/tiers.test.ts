import { afterEach, expect, it } from 'vitest'
import type { Tier } from '../../plugin-api/index.ts'
import { type TestHost, testHost, until } from '../test-host.ts'

let bench: TestHost
afterEach(() => bench.stop())

/** The frame protocol spoken by the plugin itself, behind the runner's back. */
const raw = `import { writeSync } from 'node:fs'
const raw = (value) => { const body = Buffer.from(JSON.stringify(value))
  const head = Buffer.alloc(4); head.writeUInt32BE(body.length); writeSync(3, Buffer.concat([head, body])) }
const call = (method, args = {}) => raw({ type: 'call', call: 1, method, args })`

const probing = async (tier: Tier, start: string): Promise<void> => {
  const noSending = () => expect.fail('something was sent')
  bench = await testHost({ plugins: { probe: { tier, top: raw, start } }, calls: { send: noSending } })
}
const violations = () => bench.audited.filter(({ action }) => action === 'tier_violation')

it('the context of the notify tier has nothing to send with', async () => {
  await probing('notify', `ctx.log_info(Object.keys(ctx).sort().join())`)
  await until(() => bench.logged.some(({ source }) => source === 'probe'))
  const keys = 'data_dir,log_error,log_info,log_warn,mirror,plugin_config,retry_now,signal'
  expect(bench.logged).toContainEqual({ source: 'probe', level: 'info', msg: keys })
})

it('the context cannot be changed', async () => {
  const start = `try { ctx.send_text = () => {} } catch (error) { ctx.log_info(error.constructor.name) }`
  await probing('notify', start)
  await until(() => bench.logged.some(({ msg }) => msg === 'TypeError'))
})

it.each(['send_text', 'open_upload', 'open_attachment'])(
  '%s of the notify tier is refused and noted',
  async (method) => {
    await probing('notify', `call('${method}', { conversation_id: 'x', body: 'x', key: null, delivery_id: null })`)
    await until(() => violations().length > 0)
    expect(violations()).toEqual([
      { action: 'tier_violation', principal: 'plugin:probe', target: method, result: 'refused' },
    ])
    await until(() => bench.record()?.status === 'running')
  },
)

it('one that goes on asking is ended', async () => {
  await probing('notify', `for (let n = 0; n < 5; n++) call('send_text')`)
  await until(() => /again and again/.test(bench.record()?.last_error ?? ''))
  expect(violations().length).toBeGreaterThanOrEqual(5)
})

it.each(['exec', '__proto__', 'constructor', 'hasOwnProperty'])('nobody has a call %s', async (method) => {
  await probing('official', `call('${method}')`)
  await until(() => violations().length === 1)
  expect(violations()[0]?.target).toBe(method)
})

it('what is no name of a call is not written down', async () => {
  await probing('official', `call('the text of a message')`)
  await until(() => violations().length === 1)
  expect(violations()[0]?.target).toBe('unknown')
})

it('a call with other arguments than its own is refused without a strike', async () => {
  await probing(
    'official',
    `for (const args of [{}, { conversation_id: 7, body: 'x', key: null, delivery_id: null }]) call('send_text', args)
     for (let n = 0; n < 10; n++) call('write_upload', { upload: -1, data: {} })`,
  )
  await until(() => bench.record()?.status === 'running')
  expect(violations()).toEqual([])
})
