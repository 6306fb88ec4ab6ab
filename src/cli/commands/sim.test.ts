import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'

const service = fileURLToPath(new URL('../../../bin/service.mjs', import.meta.url))
let folder: string
let mac: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sim-command-'))
  mac = join(folder, 'mac')
  expect(sim('create', mac, '--messages', '50', '--chats', '5').status).toBe(exitCodes.done)
})
afterAll(() => rmSync(folder, { recursive: true }))

function sim(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [service, 'sim', ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

function rows(sql: string) {
  const db = new DatabaseSync(join(mac, 'Library', 'Messages', 'chat.db'), { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

it('create makes the requested Mac and says what to do next', () => {
  const home = join(folder, 'old')
  const { stdout } = sim('create', home, '--macos', '12', '--messages', '20', '--chats', '3', '--seed', '4')
  expect(stdout).toContain('A Mac with macOS 12')
  expect(stdout).toContain(`service sim live ${home}`)
  expect(readdirSync(join(home, 'bin'))).toContain('osascript')
})

it('create --json counts what was created', () => {
  const { stdout } = sim('create', join(folder, 'counted'), '--messages', '20', '--chats', '3', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    macos: 26,
    messages: expect.any(Number),
    messages_per_second: expect.any(Number),
  })
})

it('create refuses a folder that is not empty', () => {
  const home = join(folder, 'mine')
  mkdirSync(home)
  writeFileSync(join(home, 'diary.txt'), 'dear diary')
  expect(sim('create', home)).toMatchObject({
    status: exitCodes.refused,
    stderr: expect.stringContaining('is not empty'),
  })
  expect(sim('create', mac).status).toBe(exitCodes.refused)
  expect(readdirSync(home)).toEqual(['diary.txt'])
})

it.each([['receive', '--from', '+12025550123', '--text', 'hello'], ['live'], ['play', 'burst'], ['fault', 'timeout']])(
  '%s refuses the home of a real user, and changes nothing there',
  (name, ...args) => {
    const home = join(folder, 'real')
    mkdirSync(join(home, 'Library', 'Messages'), { recursive: true })
    expect(sim(name, home, ...args)).toMatchObject({
      status: exitCodes.refused,
      stderr: expect.stringContaining('real user'),
    })
    expect(readdirSync(home)).toEqual(['Library'])
  },
)

it('receive adds a message with its file', () => {
  const file = join(folder, 'note.txt')
  writeFileSync(file, 'bread, olives')
  const { stdout } = sim('receive', mac, '--from', '+12025550123', '--text', 'hello', '--attachment', file, '--json')
  const { rowid, guid, chat_guid } = JSON.parse(stdout)
  expect(chat_guid).toBe('any;-;+12025550123')
  expect(rows(`SELECT guid, is_from_me, cache_has_attachments FROM message WHERE ROWID = ${rowid}`)).toEqual([
    { guid, is_from_me: 0, cache_has_attachments: 1 },
  ])
})

it.each([
  ['nothing to say', ['receive', '--from', '+12025550123']],
  ['an unknown chat', ['receive', '--from', '+12025550123', '--text', 'x', '--chat', 'chat1']],
  ['a missing file', ['receive', '--from', '+12025550123', '--attachment', '/nonexistent']],
  ['an unknown scenario', ['play', 'nonesuch']],
  ['an unknown fault', ['fault', 'nonesuch']],
  ['a number that is none', ['live', '--rate', 'often']],
])('%s is a usage error', (_what, [name = '', ...args]) => {
  expect(sim(name, mac, ...args).status).toBe(exitCodes.usage)
})

it('a folder without a Mac is a usage error that explains how to create one', () => {
  expect(sim('live', join(folder, 'none'))).toMatchObject({
    status: exitCodes.usage,
    stderr: expect.stringContaining('service sim create'),
  })
})

it('play names each row and what the relay should do with it', () => {
  const { stdout } = sim('play', mac, 'self-chat-twins', '--json')
  expect(JSON.parse(stdout)).toMatchObject([{ expect: 'relay' }, { expect: 'nothing' }])
  const [mine] = JSON.parse(stdout)
  expect(rows(`SELECT guid, is_from_me FROM message WHERE ROWID = ${mine.rowid}`)).toEqual([
    { guid: mine.guid, is_from_me: 1 },
  ])
})

it('play --list lists the scenarios, without a Mac', () => {
  expect(sim('play', '--list').stdout).toMatch(/^icloud-flood +messages of two years/m)
})

it('faults are set, shown and cleared', () => {
  expect(JSON.parse(sim('fault', mac, 'ghost-row', '--times', '2', '--json').stdout)).toEqual([
    { name: 'ghost-row', times: 2 },
  ])
  expect(sim('fault', mac).stdout).toContain('2 times: ghost-row')
  expect(sim('fault', mac, '--clear').stdout).toBe('No fault is on.\n')
})

it.each(['SIGINT', 'SIGTERM'] as const)('live prints what happens and ends cleanly on %s', async (signal) => {
  const child = spawn(process.execPath, [service, 'sim', 'live', mac, '--rate', '3000', '--json'])
  const [first] = await once(child.stdout, 'data')
  child.kill(signal)
  const [code] = await once(child, 'exit')
  expect(JSON.parse(String(first).split('\n')[0] ?? '')).toMatchObject({
    kind: expect.any(String),
    guid: expect.any(String),
  })
  expect(code).toBe(exitCodes.done)
  expect(existsSync(join(mac, '.simulator-live'))).toBe(false)
})
