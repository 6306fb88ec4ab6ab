import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryMac } from '../simulator/temporary-mac.ts'
import { runHere } from '../src/cli/test-run-here.ts'
import { unusedPort } from '../src/cli/test-unused-port.ts'
import { createClient } from '../src/client/client.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { mcpClient } from './harness/mcp-client.ts'
import { password, type WebHere, webHere } from './harness/web-here.ts'

const wrongKey = `svc_${'0'.repeat(64)}`
let web: WebHere

beforeAll(async () => {
  const port = await unusedPort()
  web = await webHere({ over: temporaryMac(), port, config: { web: { port } } })
  await web.client.change_password({ password })
})
afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  web?.mac.close()
})

test('a program is told which header to send', async () => {
  const asked = createClient({ baseUrl: web.url, key: wrongKey }).list_conversations({})
  await expect(asked).rejects.toThrow(/\/login.*`Authorization: Bearer/)
})

test('the page is not told about headers', async () => {
  const asked = createClient({ baseUrl: web.url, surface: 'page' }).list_conversations({})
  await expect(asked).rejects.toThrow(/\. Sign in with the password of this service\.$/)
})

test('the command line is told what to change in the shell', async () => {
  const { status, stderr } = await runHere(web.mac.home, ['search', 'boat'], { SERVICE_API_KEY: wrongKey })
  expect(status).toBe(exitCodes.refused)
  expect(stderr).toContain('unset it')
  expect(stderr).not.toMatch(/\/login|Bearer/)
})

test('a language model is told which command its user can run', async () => {
  await using mcp = await mcpClient(web.mac.home, { env: { SERVICE_API_KEY: wrongKey } })
  const { isError, text } = await mcp.call('list_conversations')
  expect([isError, text]).toEqual([true, expect.stringMatching(/^unauthenticated: .*`service mcp --setup`/)])
  expect(text).not.toMatch(/\/login|Bearer/)
})

test('an unknown surface gets the same remedy as a program', async () => {
  const response = await fetch(`${web.url}/api/v1/conversations`, { headers: { 'x-surface': 'moon' } })
  expect(await response.text()).toContain('/login')
})
