import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { names } from '../../../src/contract/names.ts'
import { raisedAlerts } from '../../../src/store/alerts-file.ts'
import { serviceDir } from '../../../src/store/service-dir.ts'
import { type BlueBubblesHere, blueBubblesHere } from '../../harness/bluebubbles-here.ts'
import { startReceiver } from '../../harness/receiver.ts'
import { until } from '../../harness/until.ts'

const [anna, ben] = ['+12025550123', '+12025550144']
const dayMs = 86_400_000

let here: BlueBubblesHere

beforeAll(async () => {
  here = await blueBubblesHere()
  const { messages } = here.mac
  messages.receive({ from: anna, text: 'Hello' })
  messages.receive({ from: ben, files: [sampleFile('jpeg', 1), sampleFile('mp4', 1)] })
}, 120_000)

afterAll(() => here[Symbol.asyncDispose]())

const get = (path: string) => here.ask(`GET ${path}`)
const post = (path: string, body: unknown) => here.ask(`POST ${path}`, { body })
const schedule = (change: object = {}, payload: object = {}) => ({
  type: 'send-message',
  payload: { chatGuid: `iMessage;-;${anna}`, message: 'Happy birthday', method: 'apple-script', ...payload },
  scheduledFor: Date.now() + 40 * dayMs,
  schedule: { type: 'once' },
  ...change,
})

test('a message is scheduled more than 24 days ahead, changed, seen by the service and deleted', async () => {
  const wanted = schedule()
  const made = await post('message/schedule', wanted)
  expect(made.json).toMatchObject({
    status: 200,
    data: {
      id: expect.any(Number),
      type: 'send-message',
      payload: { chatGuid: expect.stringContaining(anna), message: 'Happy birthday' },
      scheduledFor: new Date(wanted.scheduledFor).toISOString(),
      schedule: { type: 'once' },
      status: 'pending',
      error: null,
      sentAt: null,
    },
  })
  const { id } = made.json.data
  expect(Number.isSafeInteger(id) && id > 0 && id < 2 ** 31).toBe(true)
  expect((await get('message/schedule')).json.data).toEqual([made.json.data])
  expect((await get(`message/schedule/${id}`)).json.data).toEqual(made.json.data)

  const later = schedule({ scheduledFor: Date.now() + 50 * dayMs }, { message: 'Happy name day' })
  const changed = await here.ask(`PUT message/schedule/${id}`, { body: later })
  expect(changed.json.data).toMatchObject({
    id,
    payload: { message: 'Happy name day' },
    scheduledFor: new Date(later.scheduledFor).toISOString(),
  })
  const elsewhere = schedule({}, { chatGuid: `iMessage;-;${ben}` })
  expect((await here.ask(`PUT message/schedule/${id}`, { body: elsewhere })).status).toBe(400)

  expect((await here.ask(`DELETE message/schedule/${id}`)).status).toBe(200)
  expect((await get('message/schedule')).json.data).toEqual([])
  expect((await get(`message/schedule/${id}`)).json).toMatchObject({ status: 404, error: { type: 'Database Error' } })
})

test('a scheduled message is sent at its time, and is reported as complete with its text', async () => {
  const { json } = await post('message/schedule', schedule({ scheduledFor: Date.now() + 1_500 }))
  const { id } = json.data
  await until(async () => (await get(`message/schedule/${id}`)).json.data?.status === 'complete')
  const { data } = (await get(`message/schedule/${id}`)).json
  expect(data).toMatchObject({ payload: { message: 'Happy birthday' }, error: null, sentAt: expect.any(String) })
  expect((await here.ask(`DELETE message/schedule/${id}`)).status).toBe(400)
})

test.each([
  ['a time that has passed', schedule({ scheduledFor: 1_000 }), /future/],
  [
    'a message that repeats',
    schedule({ schedule: { type: 'recurring', intervalType: 'daily', interval: 1 } }),
    /repeat/,
  ],
  ['no text', schedule({}, { message: '' }), /message/],
  ['no chat', schedule({}, { chatGuid: undefined }), /chatGuid/],
  ['another type', schedule({ type: 'call' }), /type/],
  ['no payload', schedule({ payload: null }), /payload/],
])('%s is refused', async (_what, body, told) => {
  const { status, json } = await post('message/schedule', body)
  expect([status, json.error.type, json.error.message]).toEqual([400, 'Validation Error', expect.stringMatching(told)])
})

test.each(['theme', 'settings'])('a client keeps its %s on the server, by name', async (kind) => {
  const path = `backup/${kind}`
  expect((await get(path)).json.data).toEqual([])
  expect((await post(path, { name: 'Pixel', data: { dark: true } })).status).toBe(200)
  expect((await post(path, { name: '__proto__', data: { dark: 1 } })).status).toBe(200)
  expect((await post(path, { name: 'Pixel', data: { dark: false } })).status).toBe(200)
  expect((await get(path)).json.data).toEqual([
    { name: '__proto__', dark: 1 },
    { name: 'Pixel', dark: false },
  ])
  expect((await get(`${path}?name=Pixel`)).json.data).toEqual({ name: 'Pixel', dark: false })
  expect((await get(`${path}?name=none`)).json).toEqual({ status: 200, message: expect.stringContaining('No ') })
  for (const name of ['Pixel', '__proto__'])
    expect((await here.ask(`DELETE ${path}`, { body: { name } })).status).toBe(200)
  expect((await get(path)).json.data).toEqual([])
  for (const wrong of [
    { name: 'ab', data: {} },
    { name: 'x'.repeat(51), data: {} },
    { name: 'Pixel', data: 'text' },
  ])
    expect((await post(path, wrong)).status).toBe(400)
  const huge = { name: 'Pixel', data: { picture: 'x'.repeat(5_100_000) } }
  expect((await post(path, huge)).json).toMatchObject({
    status: 400,
    error: { message: expect.stringMatching(/5 MB/) },
  })
  expect((await here.ask(`POST ${path}`, { body: huge, password: here.readingPassword })).status).toBe(403)
})

test('webhooks are told the name of a saved theme', async () => {
  await using receiver = await startReceiver()
  const told = () => receiver.delivered.map(({ raw }) => JSON.parse(raw))
  await post('webhook', { url: receiver.url, events: ['theme-backup-created', 'theme-backup-deleted'] })
  await post('backup/theme', { name: 'Night', data: { dark: true } })
  await here.ask('DELETE backup/theme', { body: { name: 'Night' } })
  await until(() => told().length === 2)
  expect(told()).toEqual([
    { type: 'theme-backup-created', data: { name: 'Night' } },
    { type: 'theme-backup-deleted', data: { name: 'Night' } },
  ])
})

test('media are counted in total and by chat', async () => {
  expect((await get('server/statistics/media')).json.data).toEqual({ images: 1, videos: 1, locations: 0 })
  expect((await get('server/statistics/media?only=image')).json.data).toEqual({ images: 1 })
  expect((await get('server/statistics/media/chat?only=image,video')).json.data).toEqual([
    { chatGuid: expect.stringContaining(ben), groupName: '', totals: { images: 1, videos: 1 } },
  ])
})

test('the log is returned in lines, without the password', async () => {
  const { data } = (await get('server/logs?count=1000')).json
  expect(data).toMatch(/\[INFO\] \[web\] listener for BlueBubbles clients opened/)
  expect(data).not.toContain(here.password)
  expect((await get('server/logs?count=1')).json.data.split('\n')).toHaveLength(1)
  expect((await get('server/logs?count=many')).status).toBe(400)
})

test('alerts of the service are listed, and can be marked as read', async () => {
  const { alertsFile, blueBubblesBackupsFile } = serviceDir(join(here.mac.home, names.baseDirectory))
  expect((await get('server/alert')).json.data).toEqual([])
  const raised = {
    id: 'disk',
    kind: 'disk_nearly_full',
    plugin: null,
    webhook: null,
    sinceMs: Date.now(),
    reason: null,
  } as const
  raisedAlerts(alertsFile).write({ raised: [raised], awakeSinceMs: null })
  const alerts = async () => (await get('server/alert')).json.data
  const [alert] = await alerts()
  expect(alert).toMatchObject({
    id: expect.any(Number),
    type: 'warn',
    value: expect.stringMatching(/disk/i),
    isRead: false,
  })
  expect((await post('server/alert/read', { ids: [alert.id] })).status).toBe(200)
  expect(await alerts()).toMatchObject([{ id: alert.id, isRead: true }])
  expect(readFileSync(blueBubblesBackupsFile, 'utf8')).toContain(String(alert.id))
})
