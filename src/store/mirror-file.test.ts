import { readdirSync, readFileSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { mirrorPath, openMirror } from './mirror-file.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const daysAgo = (days: number) => Date.now() / 1000 - days * 86_400

const record = (event: string) => ({ event, source: 'probe', fields: {} })

function mirror() {
  const path = join(testFolder(), 'mirror.jsonl')
  const { append, close } = openMirror(path)
  onTestFinished(close)
  return { path, append, names: () => readdirSync(join(path, '..')).sort() }
}

it('appends one record per line to a private file', () => {
  const { path, append } = mirror()
  expect(append({ event: 'new_message', source: 'bridge', fields: { text: 'a\nb', rowid: 1 } })).toBe(true)
  append({ event: 'posted', source: 'webhook', fields: { status: 200 } })
  const records = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(records).toEqual([
    { ts: expect.stringMatching(/^\d{4}-.*Z$/), event: 'new_message', source: 'bridge', text: 'a\nb', rowid: 1 },
    { ts: expect.any(String), event: 'posted', source: 'webhook', status: 200 },
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('determines time, event and source itself, whatever fields a plugin passes', () => {
  const { path, append } = mirror()
  append({ event: 'seen', source: 'probe', fields: { ts: 'never', event: 'message', source: 'bridge', x: 1 } })
  const [line] = readFileSync(path, 'utf8').split('\n')
  expect(JSON.parse(line ?? '')).toEqual({ ts: expect.stringMatching(/^\d{4}-/), event: 'seen', source: 'probe', x: 1 })
})

it('starts a new file each day and removes files older than a week', () => {
  const { path, append, names } = mirror()
  append(record('old'))
  utimesSync(path, daysAgo(1), daysAgo(1))
  append(record('today'))
  expect(names()).toEqual(['mirror.jsonl', 'mirror.jsonl.1'])
  utimesSync(`${path}.1`, daysAgo(7.01), daysAgo(7.01))
  append(record('later'))
  expect(names()).toEqual(['mirror.jsonl'])
})

it('takes at most 50 MB in all', () => {
  const { path, append, names } = mirror()
  for (let n = 0; n < 12; n++) {
    append(record('first'))
    truncateSync(path, (50 * 1024 * 1024) / 8)
  }
  append(record('last'))
  expect(names()).toHaveLength(8)
  const total = names().reduce((sum, name) => sum + statSync(join(path, '..', name)).size, 0)
  expect(total).toBeLessThanOrEqual(50 * 1024 * 1024)
})

it('returns false when it cannot write, and does not write through a link', () => {
  const { path, append } = mirror()
  const target = join(testFolder(), 'target')
  writeFileSync(target, 'precious')
  symlinkSync(target, path)
  expect(append(record('new_message'))).toBe(false)
  expect(readFileSync(target, 'utf8')).toBe('precious')
})

it('is in the base directory unless its path is absolute, and has no path when none is set', () => {
  expect(mirrorPath('/base', 'mirror.jsonl')).toBe('/base/mirror.jsonl')
  expect(mirrorPath('/base', '/elsewhere/mirror.jsonl')).toBe('/elsewhere/mirror.jsonl')
  expect(mirrorPath('/base', null)).toBeUndefined()
})
