import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryMac } from '../simulator/temporary-mac.ts'
import { unusedPort } from '../src/cli/test-unused-port.ts'
import { until } from './harness/until.ts'
import { passwordHash, type WebHere, webHere } from './harness/web-here.ts'
import { sentRows } from './sending/rows.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/agents.md'), 'utf8')
const [anna, ben] = ['+12025550123', '+12025550145']

let web: WebHere
let port: number

beforeAll(async () => {
  const mac = temporaryMac()
  mac.messages.receive({ from: anna, text: 'When do we eat?' })
  mac.messages.receive({ from: ben, text: 'chapter one of my secrets' })
  const club = mac.messages.createGroup({ members: [anna, ben], name: 'Book club' })
  mac.messages.receive({ from: anna, chat: club.guid, text: 'I like chapter three' })
  port = await unusedPort()
  web = await webHere({ over: mac, port, config: { web: { port }, auth: { password_hash: passwordHash } } })
  mac.messages.receive({ from: ben, chat: club.guid, text: 'Chapter four is better' })
  const shim = join(mac.home, 'bin', 'service')
  writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin', 'service.mjs')}" "$@"\n`)
  chmodSync(shim, 0o755)
  // The page names a group of its own.
  groupGuid = club.guid
})
let groupGuid = ''
afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  web?.mac.close()
})

interface Block {
  language: string
  text: string
  /** The name of the file that the text before the block announces. */
  file: string | undefined
}

/** Returns the blocks of the section under this heading, in order. */
function blocksOf(heading: string): Block[] {
  const [, section = ''] = page.split(`### ${heading}\n`)
  const [own = ''] = section.split(/^##/m)
  return [...own.matchAll(/([^\n]*)\n\n```(\w+)\n(.*?)^```/gms)].map(([, before = '', language = '', text = '']) => ({
    language,
    text,
    file: /`([\w-]+\.json)`:$/.exec(before)?.[1],
  }))
}

/** Follows a section word for word, but for the port and the group, and returns what each command block printed. */
async function followed(heading: string): Promise<string[]> {
  const { home } = web.mac
  const printed: string[] = []
  let variables = ''
  for (const { language, text, file } of blocksOf(heading)) {
    const meant = text.replaceAll('8723', String(port)).replaceAll('any;+;chat700000000', groupGuid)
    if (language === 'json') {
      writeFileSync(join(home, file ?? ''), meant)
      continue
    }
    const script = `set -euo pipefail\n${variables}\n${meant}\necho; echo ---; declare -p KEY`
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: home,
      env: { ...process.env, HOME: home, PATH: [join(home, 'bin'), process.env.PATH].join(delimiter) },
    })
    const [output = '', declared = ''] = stdout.split('\n---\n')
    printed.push(output.trim())
    variables = declared
    if (!meant.includes('service keys add')) continue
    const [, key = ''] = /KEY="(svc_\w+)"/.exec(declared) ?? []
    const headers = { authorization: `Bearer ${key}` }
    await until(async () => (await fetch(`${web.url}/api/v1/conversations`, { headers })).status === 200)
  }
  return printed
}

const went = () => sentRows(web.mac.home).map(({ text }) => text)

test('an assistant for one group reads that group without phone numbers, and nothing else exists for it', async () => {
  const [, answers = ''] = await followed('An assistant that only reads one group')
  expect(answers).toContain('Book club')
  expect(answers).toContain('chapter three')
  expect(answers).not.toMatch(/2025550|secrets|When do we eat/)
})

test('drafts wait until they are released, and are then sent', async () => {
  const [, asked = '', released = ''] = await followed('Drafts that you approve')
  expect(JSON.parse(asked)).toMatchObject({ state: 'held' })
  expect(released).toContain('Dinner at eight?')
  await until(() => went().includes('Dinner at eight?'))
})

test('an automation sends to its two people without asking, and can be paused', async () => {
  const [, sent = '', stopped = ''] = await followed('An automation with limits')
  expect(JSON.parse(sent)).toMatchObject({
    state: expect.stringMatching(/^(queued|handed_over|landed|sent|delivered)$/),
  })
  await until(() => went().includes('Your order is ready.'))
  expect(stopped).toContain('is paused')
})
