import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebHere, webHere } from '../harness/web-here.ts'

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const pages = `${textOf('docs/api-examples.md')}\n${textOf('README.md').replaceAll('http://127.0.0.1:8723', '$URL')}`
const blocks = [...pages.matchAll(/^```sh *(\w*)\n(.*?)^```/gms)].map(([, kind = '', commands = '']) => ({
  kind,
  commands,
}))
const commandsOf = (kind: string) =>
  blocks
    .filter((block) => block.kind === kind)
    .flatMap(({ commands }) => commands.replaceAll('\\\n', ' ').trim().split('\n'))
    .filter((command) => command.startsWith('curl'))

let web: WebHere
let env: Record<string, string | undefined>

beforeAll(async () => {
  web = await webHere({ mac: { messages: 40, chats: 3 } })
  writeFileSync(join(web.mac.home, 'plan.pdf'), '%PDF-1.4 the plan')
  for (const said of ['See you at dinner', 'Dinner it is'])
    web.mac.messages.receive({ from: '+12025550123', text: said })
  const { id } = await web.client.send({ handle: '+12025550123', text: 'Hello' })
  const later = await web.client.send({ handle: '+12025550123', text: 'Later', send_at: 'P1D' })
  env = { PATH: process.env.PATH, URL: web.url, ID: id, LATER: later.id }
})
afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
})

const shell = (command: string) => promisify(execFile)('/bin/sh', ['-c', command], { env, cwd: web.mac.home })

test.each(commandsOf(''))('%s', async (command) => {
  const answer = JSON.parse((await shell(command)).stdout)
  // A send has the field as well.
  expect(answer.error ?? null).toEqual(
    command.includes('/cancel') ? expect.objectContaining({ code: 'send_cancelled' }) : null,
  )
  if (command.includes('/messages')) expect(answer).toEqual(expect.any(Array))
})

test.each(commandsOf('refused'))('%s is refused as the page says', async (command) => {
  expect(JSON.parse((await shell(command)).stdout)).toMatchObject({ error: { code: 'invalid_request' } })
})

test.each(commandsOf('stream'))('%s opens a stream', async (command) => {
  const { stdout } = await shell(`${command} --max-time 1 -D - || true`)
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(stdout).toContain('content-type: text/event-stream')
  expect(stdout).toContain('retry: 2000')
})
