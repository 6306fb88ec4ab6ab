import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { farthestScheduledDays } from '../../src/contract/limits.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { until } from '../harness/until.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
let web: WebHere
let client: Client

beforeAll(async () => {
  web = await webHere()
  web.mac.messages.receive({ from: anna, text: 'Hi' })
  client = web.client
})

afterAll(async () => await web?.[Symbol.asyncDispose]())

const schedule = (text: string, send_at = 'P1D') => client.send({ handle: anna, text, send_at })
const scheduledTexts = async () => (await client.list_scheduled({})).map(({ text }) => text)

test('a text is scheduled, listed, changed, sent now and audited without its words', async () => {
  const { id, state, send_at } = await schedule('A secret for tomorrow')
  expect([state, Date.parse(send_at ?? '') > Date.now()]).toEqual(['scheduled', true])
  expect(await client.list_scheduled({})).toMatchObject([{ id, handle: anna, text: 'A secret for tomorrow', send_at }])
  const at = new Date(Date.now() + 3_600_000).toISOString()
  expect(await client.change_scheduled({ id, text: 'Changed', send_at: at })).toMatchObject({
    id,
    text: 'Changed',
    send_at: at,
  })
  await client.change_scheduled({ id, send_now: true })
  await until(async () => (await client.get_send({ id })).rowid !== null)
  expect(await scheduledTexts()).toEqual([])
  await expect(client.change_scheduled({ id, text: 'Again' })).rejects.toMatchObject({ code: 'not_scheduled' })
  await expect(client.cancel_scheduled({ id })).rejects.toMatchObject({ code: 'not_scheduled' })
  const audit = readFileSync(dirOf(web.mac.home).auditFile, 'utf8')
  for (const action of ['send_scheduled', 'scheduled_changed']) expect(audit).toContain(action)
  expect(audit).not.toMatch(/secret|Changed|2025550123/)
})

test('a file is scheduled with its text, and discarding it sends nothing', async () => {
  const file = new File(['the plan'], 'plan.pdf')
  const { id } = await client.send_file({ handle: anna, file, text: 'Here', send_at: 'PT2H' })
  expect(await client.list_scheduled({})).toMatchObject([{ id, kind: 'file', text: 'Here', file_name: 'plan.pdf' }])
  await client.cancel_scheduled({ id })
  expect(await scheduledTexts()).toEqual([])
  expect(await client.get_send({ id })).toMatchObject({ state: 'failed', error: { code: 'send_cancelled' } })
})

test('the same key means the same message, whatever the time', async () => {
  const order = { handle: anna, text: 'Once', send_at: 'PT3H' }
  const first = await client.send(order, { idempotencyKey: 'once' })
  expect((await client.send({ ...order, send_at: 'PT4H' }, { idempotencyKey: 'once' })).id).toBe(first.id)
  await client.cancel_scheduled({ id: first.id })
})

test.each([
  ['2020-01-01T00:00:00Z', 'lies in the past'],
  [`P${farthestScheduledDays + 2}D`, `is more than ${farthestScheduledDays} days ahead`],
  ['2026-02-30T10:00:00Z', 'is no day of the calendar'],
])('%s is refused: it %s', async (send_at, reason) => {
  await expect(schedule('Never', send_at)).rejects.toMatchObject({
    code: 'invalid_request',
    details: { path: 'send_at', reason },
  })
})

test('an unknown message is not found', async () => {
  await expect(client.cancel_scheduled({ id: 'none' })).rejects.toMatchObject({ code: 'send_not_found' })
})
