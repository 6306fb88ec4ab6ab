import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sampleFile } from '../simulator/media/sample-files.ts'
import { chatDbPath } from '../simulator/paths.ts'
import { type TemporaryMac, temporaryMac } from '../simulator/temporary-mac.ts'
import { runHere } from '../src/cli/test-run-here.ts'
import { runService, startService } from '../src/cli/test-service.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { largestBytes } from '../src/export/html/files.ts'
import { ExportedMessage } from '../src/export/jsonl.ts'
import { openArchiveAndStars } from '../src/store/archive-and-stars.ts'
import { prepareServiceDir } from '../src/store/service-dir.ts'
import { dirOf } from './harness/bridge-process.ts'
import { patienceMs } from './harness/until.ts'
import { foreignTexts } from './web/attacks/foreign-texts.ts'

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))

const [anna, bob, crowd] = ['+12025550123', '+12025550124', '+12025550125']
const dayMs = 86_400_000
const midday = (day: number) => new Date(2025, 2, day, 12).getTime()
const hostileName = '<img src=x onerror=alert(1)> ../../[x](y)'

let mac: TemporaryMac
let folder: string
let firstGuid: string
let count = 0

beforeAll(() => {
  mac = temporaryMac()
  const { messages, contacts } = mac
  // Two people of one name: their conversations stay two.
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna] })
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', emails: ['anna@example.org'] })
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Kern', phones: [bob] })
  contacts.onMyMac.add({ firstName: hostileName, phones: [crowd] })
  const first = messages.receive({ from: anna, text: 'First words', atMs: midday(17) })
  firstGuid = first.guid
  const edited = messages.send({
    to: anna,
    text: 'An answre',
    atMs: midday(17) + 60_000,
    replyTo: { guid: first.guid },
  })
  messages.edit({ message: edited, text: 'An answer', atMs: midday(17) + 120_000 })
  messages.tapback({ from: anna, target: edited.guid, kind: 'love', atMs: midday(17) + 180_000 })
  const files = (['png', 'heic', 'caf', 'pdf'] as const).map((kind) => ({ ...sampleFile(kind, 1) }))
  messages.receive({ from: anna, text: 'Files', files, atMs: midday(18) })
  const large = Buffer.concat([sampleFile('png', 2).bytes, Buffer.alloc(largestBytes)])
  const missing = { ...sampleFile('jpeg', 3), name: 'purged.jpg', state: 'missing' } as const
  messages.receive({
    from: anna,
    files: [{ ...sampleFile('png', 2), name: 'large.png', bytes: large }, missing],
    atMs: midday(19),
  })
  messages.receive({ from: 'anna@example.org', text: 'By mail', atMs: midday(20) })
  messages.receive({ from: bob, text: '- *not* a list', atMs: midday(20) })
  for (const [index, text] of foreignTexts.entries()) messages.receive({ from: crowd, text, atMs: midday(21) + index })
})

afterAll(() => mac?.close())

beforeEach(() => {
  folder = join(mac.home, `exports-${count++}`)
  mkdirSync(folder)
})

const environment = (more = '') => ({
  PATH: [more, mac.bin, process.env.PATH].filter(Boolean).join(delimiter),
  TZ: 'Europe/Berlin',
})
const run = (...args: string[]) => runHere(mac.home, ['export', ...args], environment())
const runAlone = (...args: string[]) => runService(mac.home, ['export', ...args], environment())
const place = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(place(name), 'utf8')
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const lines = (text: string): ExportedMessage[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const sample = (kind: 'png' | 'heic') => sampleFile(kind, 1).bytes.toString('base64')

test('only starred messages are exported with --starred, and each line says whether its message is starred', async () => {
  const dir = dirOf(mac.home)
  prepareServiceDir(dir)
  const stars = openArchiveAndStars({ path: dir.archiveAndStarsFile })
  onTestFinished(() => {
    stars.close()
    rmSync(dir.archiveAndStarsFile, { force: true })
  })
  stars.star(firstGuid, 0)
  const { stdout } = await run('--format', 'jsonl', '--starred', '--to', place('starred.jsonl'))
  expect(stdout).toContain('1 message of 1 conversation')
  expect(lines(read('starred.jsonl'))).toMatchObject([{ text: 'First words', starred: true }])
})

test('JSON has one line for each message in the shape of the API, and only the owner of the file may read it', async () => {
  const { status, stdout, stderr } = await run('--format', 'jsonl', '--to', place('all.jsonl'))
  expect([status, stderr]).toEqual([exitCodes.done, ''])
  expect(stdout).toContain(`${foreignTexts.length + 6} messages of 4 conversations`)
  const all = lines(read('all.jsonl'))
  expect(all.filter((message) => !Value.Check(ExportedMessage, message))).toEqual([])
  const withAnna = all.filter(({ handle }) => handle === anna)
  expect(withAnna.map(({ text }) => text)).toEqual([
    'First words',
    'An answer',
    expect.stringContaining('Files'),
    expect.any(String),
  ])
  expect(withAnna[1]).toMatchObject({
    conversation_name: 'Anna Keller',
    edited: true,
    edits: [{ text: 'An answre' }],
    tapbacks: ['❤️'],
    reply_to: { text: 'First words' },
    ts: new Date(midday(17) + 60_000).toISOString(),
  })
  expect(modeOf(place('all.jsonl'))).toBe('600')
})

test('conversations are chosen by name, address and GUID, and messages by days; a pipe works as a target as well', () => {
  const of = (...args: string[]) => {
    const { stdout } = runAlone('--format', 'jsonl', '--to', '-', ...args)
    return lines(stdout).map(({ text }) => text.split('\n', 1)[0])
  }
  expect(of('--conversation', 'anna keller', '--since', '2025-03-20')).toEqual(['By mail'])
  expect(of('--conversation', anna, 'Anna Kern', '--until', '2025-03-17')).toEqual(['First words', 'An answer'])
  const day = new Date(midday(20) - dayMs / 2).toISOString()
  expect(of('--conversation', `any;-;${bob}`, '--since', day)).toEqual(['- *not* a list'])
})

test('HTML is one page that loads and runs nothing, with its media embedded', async () => {
  expect((await run('--format', 'html', '--to', place('all.html'))).status).toBe(exitCodes.done)
  const page = read('all.html')
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'")
  const sources = "img-src data:; media-src data:; base-uri 'none'; form-action 'none'"
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; ${sources}`)
  const whole = page.replaceAll(/"data:[^"]*"/g, '""')
  const tags = [...new Set([...whole.matchAll(/<([a-z!][\w-]*)/gi)].map(([, tag]) => tag))].sort()
  const ours =
    '!doctype a audio b body details div figure footer h1 h2 h3 head header html img li main meta nav ol p section small span style summary time title'
  expect(tags).toEqual(ours.split(' '))
  expect([...whole.matchAll(/ (on\w+|style|srcset)=/g)].filter(([all]) => whole.includes(`<div${all}`))).toEqual([])
  expect([...whole.matchAll(/ src="([^"]*)"/g)].every(([, src]) => src === '')).toBe(true)
  expect(page).toContain(`src="data:image/png;base64,${sample('png')}"`)
  expect(page).toContain('src="data:image/jpeg;base64,')
  expect(page).not.toContain(sample('heic').slice(0, 200))
  expect(page).toContain('src="data:audio/mp4;base64,')
  expect(page).toMatch(/large\.png<small>21 MB, too large/)
  expect(page).toMatch(/purged\.jpg<small>not on this Mac[^<]*Messages to fetch it/)
  expect(page).toContain('<h3>Monday, 17 March 2025</h3>')
})

test('the page of one conversation has its name as its first heading, and the days below', async () => {
  expect((await run('--format', 'html', '--to', place('one.html'), '--conversation', anna)).status).toBe(exitCodes.done)
  const headings = [...read('one.html').matchAll(/<(h\d)>([^<]*)/g)].map(([, level, text]) => [level, text])
  expect(headings.slice(0, 2)).toEqual([
    ['h1', 'Anna Keller'],
    ['h2', expect.stringContaining('2025')],
  ])
})

test('Markdown is a folder with a file for each conversation, and markup in messages stays plain text', async () => {
  expect((await run('--format', 'markdown', '--to', place('md'))).status).toBe(exitCodes.done)
  const names = readdirSync(place('md')).sort()
  expect(names).toEqual(
    ['(y).md', 'Anna Keller 2.md', 'Anna Keller.md', 'Anna Kern.md', 'index.md', 'media'].map((name) =>
      expect.stringContaining(name.slice(-6)),
    ),
  )
  const text = read('md/Anna Keller.md') + read('md/Anna Keller 2.md')
  expect(text).toMatch(/## Monday, 17 March 2025\n\n\*\*Anna Keller\*\* · \d\d:00\n\nFirst words\n/)
  expect(read('md/Anna Kern.md')).toContain('\n\\- \\*not\\* a list\n')
  for (const [, path = ''] of text.matchAll(/\]\((media\/[^)]+)\)/g))
    expect(existsSync(place(`md/${decodeURIComponent(path)}`))).toBe(true)
  expect(readdirSync(place('md/media'))).toHaveLength(5)
  expect([place('md'), place('md/media'), place('md/index.md')].map(modeOf)).toEqual(['700', '700', '600'])
})

test('without media, attachments are only named', async () => {
  await run('--format', 'html', '--no-media', '--to', place('bare.html'))
  expect(read('bare.html')).not.toContain('src="data:')
  expect(read('bare.html')).toContain('large.png<small>left out</small>')
})

test('an existing export is replaced only with --force, and a folder with other contents never', async () => {
  writeFileSync(place('mine.html'), 'mine')
  const html = ['--format', 'html', '--no-media', '--to', place('mine.html')]
  expect(await run(...html)).toMatchObject({ status: exitCodes.refused, stderr: expect.stringContaining('--force') })
  expect(read('mine.html')).toBe('mine')
  expect((await run(...html, '--force')).status).toBe(exitCodes.done)
  mkdirSync(place('letters'))
  writeFileSync(place('letters/mine.txt'), 'mine')
  const markdown = ['--format', 'markdown', '--no-media', '--to', place('letters'), '--force']
  expect((await run(...markdown)).status).toBe(exitCodes.refused)
  expect(readdirSync(folder).sort()).toEqual(['letters', 'mine.html'])
  renameSync(place('letters/mine.txt'), place('mine.txt'))
  for (const _again of [1, 2]) expect((await run(...markdown)).status).toBe(exitCodes.done)
})

test.each([
  ['nobody of that name', ['--conversation', 'Zoe'], exitCodes.usage, 'no conversation with "Zoe"'],
  ['a name that several begin with', ['--conversation', 'Anna'], exitCodes.usage, `Anna Kern <${bob}>`],
  ['a day that never was', ['--since', '2025-02-30'], exitCodes.usage, '2025-03-17'],
  ['a folder that is not there', ['--to', '/nowhere/at/all.jsonl'], exitCodes.refused, 'There is no folder'],
])('%s is reported, and nothing is written', async (_what, args, status, said) => {
  const result = await run('--format', 'jsonl', '--to', place('x'), ...args)
  expect([result.status, result.stderr]).toEqual([status, expect.stringContaining(said)])
  expect(readdirSync(folder)).toEqual([])
})

test('an export that is stopped half-way leaves nothing behind', async () => {
  const tools = place('tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'sips'), `#!/bin/sh\ntouch '${place('begun')}'\nexec sleep 60\n`)
  chmodSync(join(tools, 'sips'), 0o755)
  const running = startService(mac.home, ['export', '--format', 'html', '--to', place('x.html')], environment(tools))
  await vi.waitUntil(() => existsSync(place('begun')), { timeout: patienceMs })
  const ended = once(running.child, 'close')
  running.child.kill('SIGINT')
  expect((await ended)[0]).toBe(exitCodes.unexpected)
  expect(running.stderr()).toBe('Stopped: nothing was written.\n')
  expect(readdirSync(folder).sort()).toEqual(['begun', 'tools'])
})

/** Root can read every file unless it drops that capability. */
const asEverybody = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []

test('when Contacts cannot be read, it explains why addresses appear instead of names', async () => {
  const book = join(mac.home, 'Library', 'Application Support', 'AddressBook')
  const store = readdirSync(book, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.abcddb')) ?? ''
  renameSync(join(book, store), join(book, 'away'))
  onTestFinished(() => renameSync(join(book, 'away'), join(book, store)))
  writeFileSync(join(book, store), 'no database at all')
  const { status, stderr } = await run('--format', 'jsonl', '--to', place('x.jsonl'))
  expect([status, stderr]).toEqual([exitCodes.done, expect.stringContaining('Contacts cannot be read')])
  expect(lines(read('x.jsonl')).some(({ conversation_name }) => conversation_name === anna)).toBe(true)
})

test('without Full Disk Access it says which permission to grant', () => {
  chmodSync(chatDbPath(mac.home), 0)
  onTestFinished(() => chmodSync(chatDbPath(mac.home), 0o600))
  const [program = '', ...args] = [...asEverybody, process.execPath, 'bin/service.mjs', 'export', '--format', 'jsonl']
  const env = { ...process.env, HOME: mac.home, SERVICE_DIR: place('state') }
  const { status, stderr } = spawnSync(program, [...args, '--to', '-'], { encoding: 'utf8', env })
  expect(status).toBe(exitCodes.permission)
  expect(stderr).toMatch(/Full Disk Access.*program: /s)
})

test.each(['jsonl', 'markdown', 'html'])(
  'a message in two chats appears once in each, with its file: %s',
  async (format) => {
    const own = temporaryMac()
    onTestFinished(own.close)
    const both = own.messages.receive({
      from: anna,
      text: 'In two chats',
      files: [sampleFile('png', 1)],
      atMs: midday(1),
    })
    const reply = { guid: both.guid }
    own.messages.receive({ from: anna, text: 'An answer', replyTo: reply, atMs: midday(2) })
    own.messages.receive({ from: bob, text: 'Only here', atMs: midday(2) })
    own.messages.alsoIn({ message: both, chat: `any;-;${bob}` })
    const to = join(own.home, 'export')
    const { status, stderr } = await runHere(own.home, ['export', '--format', format, '--to', to])
    expect([status, stderr.includes('EEXIST')], stderr).toEqual([exitCodes.done, false])
    if (format === 'jsonl') {
      const lines = readFileSync(to, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines.filter(({ guid }) => guid === both.guid)).toHaveLength(2)
      const ids = lines.map(({ conversation_guid, guid }) => `${conversation_guid} ${guid}`)
      expect(new Set(ids).size).toBe(ids.length)
    } else if (format === 'markdown') {
      expect(readdirSync(join(to, 'media'))).toHaveLength(1)
      const pages = readdirSync(to).filter((name) => name.endsWith('.md') && name !== 'index.md')
      for (const page of pages) expect(readFileSync(join(to, page), 'utf8').match(/^In two chats/gm)).toHaveLength(1)
    } else {
      const page = readFileSync(to, 'utf8')
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const [, target] of page.matchAll(/class="quote" href="#([^"]+)"/g)) expect(ids).toContain(target)
    }
  },
)
