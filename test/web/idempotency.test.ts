import { expect, test } from 'vitest'
import { setFault } from '../../simulator/programs/faults.ts'
import { noteScriptRuns, scriptRuns } from '../../simulator/programs/script-runs.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { until } from '../harness/until.ts'
import { keyWith, signIn, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
const idempotencyKey = 'monday-greeting'

const sentTo = (mac: ReturnType<typeof temporaryMac>) =>
  Number(mac.row('SELECT count(*) AS n FROM message WHERE is_from_me = 1')?.n)

test('the same key sends nothing again, even after a restart of the web process', async () => {
  using mac = temporaryMac()
  const order = { handle: anna, text: 'Good morning' }
  const first = await webHere({ over: mac })
  const send = await first.client.send(order, { idempotencyKey })
  await first[Symbol.asyncDispose]()
  await using second = await webHere({ over: mac })
  expect((await second.client.send(order, { idempotencyKey })).id).toBe(send.id)
  expect(sentTo(mac)).toBe(1)
  await expect(second.client.send({ ...order, text: 'Other words' }, { idempotencyKey })).rejects.toMatchObject({
    code: 'idempotency_mismatch',
    status: 409,
  })
  expect(sentTo(mac)).toBe(1)
})

test('files under the same key are compared by content and name', async () => {
  await using web = await webHere()
  const post = (bytes: string, name = 'plan.pdf') =>
    web.client.send_file({ handle: anna, file: new File([bytes], name) }, { idempotencyKey })
  const { id } = await post('the plan')
  expect((await post('the plan')).id).toBe(id)
  await expect(post('another plan')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  await expect(post('the plan', 'other.pdf')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  expect(sentTo(web.mac)).toBe(1)
})

test('simultaneous requests send once', async () => {
  await using web = await webHere()
  const order = { handle: anna, text: 'Good morning' }
  const sends = await Promise.all(Array.from({ length: 8 }, () => web.client.send(order, { idempotencyKey })))
  expect(new Set(sends.map(({ id }) => id)).size).toBe(1)
  expect(sentTo(web.mac)).toBe(1)
})

test('a client that gives up on a slow answer and asks again under its key sends once', async () => {
  await using web = await webHere({ config: { send: { confirm_timeout_s: 60 } } })
  noteScriptRuns(web.mac.home)
  setFault(web.mac.home, { name: 'lands-late', times: 1, afterMs: 2_500 })
  const post = (signal: AbortSignal | null = null) =>
    fetch(`${web.url}/api/v1/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ handle: anna, text: 'Good morning' }),
      signal,
    })
  const impatience = new AbortController()
  const first = post(impatience.signal)
  await until(() => scriptRuns(web.mac.home).length === 1)
  impatience.abort()
  // On a busy machine the response may have come just before.
  await first.catch(() => undefined)
  const { id } = (await (await post()).json()) as { id: string }
  await until(async () => (await web.client.get_send({ id })).state === 'delivered')
  expect(((await (await post()).json()) as { id: string }).id).toBe(id)
  expect([sentTo(web.mac), scriptRuns(web.mac.home).length]).toEqual([1, 1])
})

test('API keys do not share idempotency keys', async () => {
  await using web = await webHere()
  const browser = await signIn(web)
  const post = async (key: string) => {
    const response = await fetch(`${web.url}/api/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify({ handle: anna, text: 'Good morning' }),
    })
    return ((await response.json()) as { id: string }).id
  }
  const [one, other] = [await keyWith(web, browser, ['write']), await keyWith(web, browser, ['write'])]
  expect([await post(one), await post(other)]).toEqual([expect.any(String), expect.any(String)])
  expect(await post(one)).not.toBe(await post(other))
  expect(sentTo(web.mac)).toBe(2)
})
