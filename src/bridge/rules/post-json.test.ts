import { execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { postJson } from './post-json.ts'
import { answering, receivers } from './test-receiver.ts'

const receiver = receivers(onTestFinished)
const post = (url: string, { ownPort = 8723, signal = new AbortController().signal } = {}) =>
  postJson({ url, body: {}, headers: {}, signal, egress: { ownPort } })
const portOf = (url: string) => Number(new URL(url).port)

test('nothing arrives at the port of this service, neither by its address nor by a redirect', async () => {
  const service = await receiver(answering(200))
  const ownPort = portOf(service.url)
  const redirecting = await receiver(answering(308, { location: service.url }))
  expect(await post(redirecting.url, { ownPort })).toBe(308)
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost'])
    await expect(post(`http://${host}:${ownPort}/`, { ownPort })).rejects.toMatchObject({ code: 'egress_refused' })
  expect(service.received).toEqual([])
})

test('a response that does not end is cut off, and its status counts', async () => {
  const streams: ServerResponse[] = []
  const { url } = await receiver((response) => {
    streams.push(response)
    response.writeHead(200).write('x'.repeat(64 * 1024 + 1))
  })
  expect(await post(url)).toBe(200)
  const [stream] = streams
  if (stream?.closed === false) await once(stream, 'close')
  expect(stream?.writableFinished).toBe(false)
})

test('a response that does not end in time still counts', async () => {
  const { url } = await receiver((response) => response.writeHead(202).write('x'))
  const ending = new AbortController()
  const breakOff = () => setImmediate(() => ending.abort())
  subscribe('http.client.response.finish', breakOff)
  onTestFinished(() => void unsubscribe('http.client.response.finish', breakOff))
  expect(await post(url, { signal: ending.signal })).toBe(202)
})

test('proxies of the environment are ignored', async () => {
  const [proxy, hook] = [await receiver(answering(200)), await receiver(answering(204))]
  const script = `
    import { postJson } from ${JSON.stringify(new URL('./post-json.ts', import.meta.url).href)}
    const egress = { ownPort: 8723, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
    const url = 'http://hook.lan:${portOf(hook.url)}/'
    console.log(await postJson({ url, body: {}, headers: {}, signal: AbortSignal.timeout(10_000), egress }))`
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  expect([stdout, hook.received.length, proxy.received.length]).toEqual(['204\n', 1, 0])
})
