import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from '../../../src/cli/test-service.ts'
import { type Ended, ImsgProcess, runImsg } from '../../harness/imsg-process.ts'
import { keyWith, searchable, signIn, type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
let web: WebHere
let key: string
/** A home without a service, as on another machine. */
let elsewhere: string
let group: string

const here = (...args: string[]) => runImsg(web.mac.home, args)
const there = (...args: string[]) => runImsg(elsewhere, args, { RELAY_URL: web.url, RELAY_KEY: key })
const objects = ({ stdout }: Ended) =>
  stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

beforeAll(async () => {
  elsewhere = mkdtempSync(join(tmpdir(), 'imsg-'))
  web = await webHere()
  web.mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna] })
  const { messages } = web.mac
  messages.receive({ from: anna, text: 'The boat leaves at nine' })
  group = messages.createGroup({ members: [anna, '+12025550124'], name: 'Lake trip' }).guid
  messages.receive({ from: anna, chat: group, text: 'Bring\u001b[2J tickets' })
  await searchable(web, 2)
  key = await keyWith(web, await signIn(web), ['read', 'write'])
})
afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  rmSync(elsewhere, { recursive: true, force: true })
})

test('chats, history, search and group print one object per line, on the Mac and from another machine alike', async () => {
  const chats = objects(await here('chats', '--limit', '5', '--json'))
  expect(chats).toMatchObject([
    { name: 'Lake trip', is_group: true, participants: [anna, '+12025550124'], guid: group },
    { name: 'Anna Keller', contact_name: 'Anna Keller', identifier: anna, is_group: false, unread_count: 1 },
  ])
  expect(objects(await there('chats', '--json'))).toEqual(chats)
  const [{ id }] = chats
  const history = objects(await there('history', '--chat-id', String(id), '--json'))
  expect(history).toMatchObject([{ sender: anna, sender_name: 'Anna Keller', chat_id: id, is_from_me: false }])
  expect(objects(await there('search', '--query', 'boat', '--json'))).toMatchObject([
    { text: 'The boat leaves at nine' },
  ])
  expect(objects(await there('search', '--query', 'boat', '--match', 'exact', '--json'))).toEqual([])
  const { guid, identifier, participants } = chats[0]
  expect(objects(await there('group', '--chat-id', String(id), '--json'))).toMatchObject([
    { id, guid, identifier, participants, is_group: true },
  ])
})

test('without --json the output is lines, which cannot control the terminal', async () => {
  const { stdout, status } = await here('history', '--chat-id', '2')
  expect(status).toBe(0)
  expect(stdout).toMatch(/Anna Keller: Bring\u{fffd}\[2J tickets\n$/u)
  expect((await here('chats')).stdout).toContain('[1] Anna Keller (+12025550123)')
})

test('send and send-attachment report what was sent', async () => {
  const file = join(elsewhere, 'plan.pdf')
  writeFileSync(file, '%PDF-1.4 plan')
  const sent = await there('send', '--to', anna, '--text', 'From elsewhere', '--service', 'imessage', '--json')
  expect(objects(sent)).toMatchObject([{ status: 'sent', transport: 'applescript', id: expect.any(Number) }])
  const [attached] = objects(
    await there('send-attachment', '--chat', group, '--file', file, '--transport', 'auto', '--json'),
  )
  expect(attached).toMatchObject({ status: 'sent', chat_guid: group, guid: expect.any(String) })
  expect((await there('send', '--to', anna, '--file', '/nowhere/else')).status).toBe(64)
})

test('status says that it works without the private bridge, and in its last line where nothing runs', async () => {
  const working = objects(await there('status', '--json')).at(-1)
  expect(working).toMatchObject({ basic_features: true, advanced_features: false, v2_ready: false, selectors: {} })
  expect(working.rpc_methods).toContain('watch.subscribe')
  const { stdout, status } = await runImsg(elsewhere, ['status', '--json'])
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    { basic_features: false, message: expect.stringContaining('Start') },
  ])
})

test.each([
  [['rpc', '--help'], 0, /^Usage: relay-imsg rpc/m],
  [['--help'], 0, /send-attachment/],
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
  [['poll', 'send', '--help'], 64, /unknown command: poll/],
  [['send-rich', '--help'], 64, /unknown command: send-rich/],
  [['history', '--json'], 64, /--chat-id is required/],
  [['history', '--chat-id', 'five'], 64, /whole number/],
  [['chats', '--nonsense'], 64, /nonsense/],
])('%j exits with %i', async (args, status, said) => {
  const ended = await runImsg(elsewhere, args)
  expect(ended.status).toBe(status)
  expect(ended.stdout + ended.stderr).toMatch(said)
})

test('address and key can be read from a file, unless others can read it', async () => {
  const folder = join(elsewhere, '.config')
  const file = join(folder, 'relay-imsg.json')
  mkdirSync(folder)
  writeFileSync(file, JSON.stringify({ url: web.url, key }), { mode: 0o600 })
  expect(objects(await runImsg(elsewhere, ['chats', '--json']))).toHaveLength(2)
  // The key of the file goes to the address in it only.
  const other = await runImsg(elsewhere, ['chats'], { RELAY_URL: web.url.replace('127.0.0.1', 'localhost') })
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('API key')])
  chmodSync(file, 0o644)
  const refused = await runImsg(elsewhere, ['chats', '--json'])
  expect([refused.status, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain(`chmod 600 ${file}`)
  rmSync(folder, { recursive: true })
})

test('`service imsg` behaves the same, and so does a link under another name', async () => {
  const chats = startService(web.mac.home, ['imsg', 'chats', '--limit', '1', '--json'])
  expect(await once(chats.child, 'close')).toEqual([0, null])
  expect(JSON.parse(chats.stdout())).toMatchObject({ guid: expect.any(String) })
  const rpc = startService(web.mac.home, ['imsg', 'rpc'])
  rpc.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"chats.list"}\n')
  await expect.poll(() => rpc.stdout()).toContain('"chats":[{')
  const link = join(elsewhere, 'imsg')
  symlinkSync(ImsgProcess.entry, link)
  const path = [elsewhere, process.env.PATH].join(delimiter)
  expect((await runImsg(web.mac.home, ['--version'], { PATH: path }, link)).stdout).toMatch(/^\d/)
  const kept = readFileSync(join(web.mac.home, '.service', 'keys', 'relay-imsg'), 'utf8')
  expect(kept).toMatch(/^svc_/)
})
