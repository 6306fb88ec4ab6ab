import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { openSqlite, type Quarantined } from './sqlite-file.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

const first = 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT'
const second = 'ALTER TABLE note ADD COLUMN author TEXT; CREATE INDEX note_author ON note (author)'

function file(migrations: string[] = [first]) {
  const path = join(testFolder(), 'note.db')
  const reports: Quarantined[] = []
  const open = (upTo = migrations) =>
    openSqlite({ path, migrations: upTo, synchronous: 'FULL', onQuarantine: (report) => reports.push(report) })
  return { path, open, reports }
}

function withRows(path: string, open: () => { db: DatabaseSync }, rows = 2_000) {
  const { db } = open()
  const insert = db.prepare('INSERT INTO note (text) VALUES (?)')
  db.exec('BEGIN')
  for (let n = 0; n < rows; n++) insert.run('x'.repeat(100))
  db.exec('COMMIT')
  db.close()
  return path
}

const count = (db: DatabaseSync) => db.prepare('SELECT count(*) AS n FROM note').get()?.n
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it('is private together with its companions, whatever the umask', () => {
  const { path, open } = file()
  const umask = process.umask(0)
  const { db } = open()
  process.umask(umask)
  db.exec("INSERT INTO note (text) VALUES ('a')")
  expect(['', '-wal', '-shm'].map((suffix) => modeOf(path + suffix))).toEqual(['600', '600', '600'])
  db.close()
})

it('narrows a mode that someone has widened', () => {
  const { path, open } = file()
  writeFileSync(path, '', { mode: 0o644 })
  open().db.close()
  expect(modeOf(path)).toBe('600')
})

it('keeps what was written and applies later migrations to it', () => {
  const { path, open, reports } = file([first, second])
  withRows(path, () => open([first]), 3)
  const { db, quarantined } = open()
  expect(quarantined).toBeUndefined()
  expect(db.prepare('SELECT count(*) AS n, max(author) AS author FROM note').get()).toEqual({ n: 3, author: null })
  expect(reports).toEqual([])
  db.close()
})

it('rolls back a migration that fails half-way', () => {
  const { path, open } = file([first])
  withRows(path, open, 1)
  expect(() => open([first, `${second}; SELECT no_such_function()`])).toThrow('no_such_function')
  const { db } = open([first, second])
  expect(count(db)).toBe(1)
  db.close()
})

it('refuses a file of a newer release and leaves it unchanged', () => {
  const { path, open } = file([first, second])
  open().db.close()
  const before = readFileSync(path)
  expect(() => open([first])).toThrow(expect.toSatisfy((error) => hasCode(error, 'journal_newer')))
  expect(readFileSync(path)).toEqual(before)
})

it.each<[string, (path: string) => void]>([
  [
    'text instead of a database',
    (path) => writeFileSync(path, 'not a database, but long enough to have a header'.repeat(40)),
  ],
  ['a file cut in the middle of a page', (path) => truncateSync(path, 40_000)],
  ['pages overwritten', (path) => overwrite(path, 4096, 200_000)],
  ['a header with an impossible schema number', (path) => overwrite(path, 60, 4)],
  ['a header with an impossible format number', (path) => overwrite(path, 47, 1)],
  [
    'a database of another program',
    (path) => {
      rmSync(path)
      const other = new DatabaseSync(path)
      other.exec('CREATE TABLE theirs (x); PRAGMA user_version = 1')
      other.close()
    },
  ],
])('sets %s aside, creates a new file and reports it', (_what, damage) => {
  const { path, open, reports } = file()
  damage(withRows(path, open))
  const { db, quarantined } = open()
  expect(count(db)).toBe(0)
  expect(quarantined).toMatch(/note\.db\.bad-\d{8}T\d{9}Z$/)
  expect(reports).toEqual([{ path: quarantined, reason: expect.any(String) }])
  expect(existsSync(String(quarantined))).toBe(true)
  db.close()
  expect(open().quarantined).toBeUndefined()
})

it('is not read completely where its owner recreates it once damage is found', () => {
  const { path, open, reports } = file()
  overwrite(withRows(path, open), 40_000, 200_000)
  const { db } = openSqlite({ path, migrations: [first], synchronous: 'NORMAL', check: 'schema' })
  expect(() => count(db)).toThrow()
  db.close()
  expect(reports).toEqual([])
})

it('survives the -wal of another database', () => {
  const mine = file()
  const theirs = file(['CREATE TABLE other (x)'])
  withRows(mine.path, mine.open, 10)
  const { db: other } = theirs.open()
  for (let n = 0; n < 500; n++) other.exec(`INSERT INTO other VALUES ('${'y'.repeat(500)}')`)
  writeFileSync(`${mine.path}-wal`, readFileSync(`${theirs.path}-wal`))
  other.close()
  const { db, quarantined } = mine.open()
  expect(count(db)).toBe(quarantined ? 0 : 10)
  db.close()
})

it('is set aside when a bit is flipped in the name of a column', () => {
  const { path, open, reports } = file(['CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, author TEXT) STRICT'])
  withRows(path, open, 10)
  writeFileSync(path, readFileSync(path, 'latin1').replace('author', 'auuhor'), 'latin1')
  const { db } = open()
  expect([count(db), reports.map(({ reason }) => reason)]).toEqual([0, ['missing: note.author']])
  db.close()
})

it('is set aside once when several processes find it damaged at the same time', async () => {
  const { path } = file()
  writeFileSync(path, 'garbage'.repeat(1_000))
  const program = `
    import { openSqlite } from '${join(import.meta.dirname, 'sqlite-file.ts')}'
    const { db } = openSqlite({ path: '${path}', migrations: ['${first}'], synchronous: 'FULL' })
    db.exec("INSERT INTO note (text) VALUES ('here')")`
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, ['--no-warnings', '--input-type=module-typescript', '-e', program], { stdio: 'inherit' }),
  )
  for (const [code] of await Promise.all(children.map((child) => once(child, 'exit')))) expect(code).toBe(0)
  expect(readdirSync(join(path, '..')).filter((name) => name.includes('.bad-'))).toHaveLength(1)
  const { db } = openSqlite({ path, migrations: [first], synchronous: 'FULL' })
  expect(count(db)).toBe(5)
  db.close()
})

it('keeps only the latest three damaged files', () => {
  const { path, open } = file()
  for (let n = 0; n < 6; n++) {
    open().db.close()
    overwrite(path, 0, 200)
    open().db.close()
  }
  const moments = readdirSync(join(path, '..')).flatMap((name) => name.match(/bad-\w+/) ?? [])
  expect(new Set(moments).size).toBe(3)
})

it('refuses a link and leaves its target unchanged', () => {
  const { path, open } = file()
  const target = join(testFolder(), 'target')
  writeFileSync(target, 'precious')
  symlinkSync(target, path)
  expect(() => open()).toThrow(expect.toSatisfy((error) => hasCode(error, 'unsafe_file')))
  expect(readFileSync(target, 'utf8')).toBe('precious')
})

it('lets a second connection write while the first one is open', () => {
  const { open } = file()
  const one = open()
  const two = open()
  one.db.exec("INSERT INTO note (text) VALUES ('one')")
  two.db.exec("INSERT INTO note (text) VALUES ('two')")
  expect(count(one.db)).toBe(2)
  one.db.close()
  two.db.close()
})

function overwrite(path: string, from: number, length: number) {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, from, Math.min(from + length, bytes.length))
  writeFileSync(path, bytes)
}
