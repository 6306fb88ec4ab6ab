import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../simulator/media/sample-files.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

const anna = '+12025550123'
let web: WebHere

beforeAll(async () => {
  web = await webHere()
  const { messages, contacts } = web.mac
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Kéller', phones: [anna] })
  messages.receive({ from: anna, text: 'An old word', atMs: Date.UTC(2025, 0, 1, 12) })
  messages.receive({ from: anna, text: '<script>alert(1)</script>', atMs: Date.UTC(2025, 1, 1, 12) })
  messages.receive({ from: anna, files: [sampleFile('png', 1)], atMs: Date.UTC(2025, 1, 2, 12) })
  messages.receive({ from: '+12025550145', text: 'Of somebody else', atMs: Date.UTC(2025, 1, 2, 12) })
})

afterAll(async () => await web?.[Symbol.asyncDispose]())

const exported = (query = '') =>
  fetch(`${web.url}/api/v1/conversations/${encodeURIComponent(`any;-;${anna}`)}/export${query}`)

test('a conversation is downloaded as one page with its pictures, in which nothing runs', async () => {
  const response = await exported()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Anna%20K%C3%A9ller.html")
  const page = await response.text()
  expect(page).toContain('An old word')
  expect(page).toContain('&lt;script&gt;')
  expect(page).toContain('src="data:image/png;base64,')
  expect(page).not.toContain('Of somebody else')
  expect(page).toMatch(/<\/html>\n$/)
  expect(await (await exported('?media=false')).text()).not.toContain('data:image/png')
})

test('a download with one message in each line contains what the API shows, for any period', async () => {
  const response = await exported('?format=jsonl&from_ts=2025-01-15T00:00:00Z&to_ts=2025-02-02T00:00:00Z')
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const lines = (await response.text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { conversation_name: 'Anna Kéller', text: '<script>alert(1)</script>' },
  ])
})

test('a client that disconnects halfway leaves nothing behind, and an unknown conversation is reported', async () => {
  const response = await exported()
  await response.body?.cancel()
  expect((await fetch(`${web.url}/api/v1/conversations/none/export`)).status).toBe(404)
  expect((await exported('?format=pdf')).status).toBe(400)
})
