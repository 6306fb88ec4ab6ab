import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { runService } from '../../src/cli/test-service.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { openSendLedger } from '../../src/sending/ledger/open.ts'
import { openArchiveAndStars } from '../../src/store/archive-and-stars.ts'
import { installKey } from '../../src/store/install-key.ts'
import { openJournal } from '../../src/store/journal/open.ts'
import { keptKey } from '../../src/store/kept-key.ts'
import { acquireProcessLock } from '../../src/store/process-lock.ts'
import { openReadState } from '../../src/store/read-state.ts'
import type { ServiceDir } from '../../src/store/service-dir.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { configure, dirOf } from '../harness/bridge-process.ts'

const folderOfTest = testFolders(onTestFinished)
const passphrase = 'correct horse battery staple'

let home: string
let dir: ServiceDir
let secret: string

/** Fills a base directory with something of every kind. */
beforeEach(() => {
  home = folderOfTest()
  dir = dirOf(home)
  configure(home, { self_handles: ['+12025550199'] })
  secret = keptKey(dir, { name: 'command-line', key: { label: 'command line', scopes: ['read'] } }).key
  installKey(dir.installKeyFile)
  openJournal(dir.journalFile).db.close()
  openSendLedger({ path: dir.echoLogFile }).close()
  openReadState({ path: dir.readStateFile }).close()
  openArchiveAndStars({ path: dir.archiveAndStarsFile }).close()
  const plugin = dir.pluginDir('diary')
  mkdirSync(plugin)
  new DatabaseSync(join(plugin, 'pages.sqlite')).exec('CREATE TABLE page (words TEXT)')
  symlinkSync('/etc/passwd', join(plugin, 'elsewhere'))
  mkdirSync(join(dir.integrationsDir, 'diary'), { recursive: true })
  writeFileSync(join(dir.integrationsDir, 'diary', 'index.js'), 'export default {}\n')
  writeFileSync(dir.logFile, '{"msg":"a line of the log"}\n')
  writeFileSync(dir.sessionsFile, 'signed in')
  writeFileSync(join(home, 'passphrase'), `${passphrase}\n`)
})

const run = (...args: string[]) => runHere(home, args)
const place = (name: string) => join(home, name)
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const everything = [
  'audit.jsonl',
  'config.json',
  'echo_log.db',
  'integrations/diary/index.js',
  'plugins/diary/pages.sqlite',
]
const expected = [...everything, 'read_state.db', 'state/archive_and_stars.db', 'state/install.key', 'state/journal.db']

test('a backup taken during writes contains everything committed, opens with tar, and restores unchanged in another folder', () => {
  using writer = new DatabaseSync(dir.journalFile)
  writer.exec(`INSERT INTO meta VALUES ('committed', 'yes'); BEGIN IMMEDIATE; INSERT INTO meta VALUES ('open', 'yes')`)
  const made = runService(home, ['backup', '--to', place('b.tar.gz')])
  expect(made).toMatchObject({
    status: exitCodes.done,
    stdout: expect.stringContaining('5 of them databases, read back'),
  })
  expect([modeOf(place('b.tar.gz')), made.stderr]).toEqual(['600', expect.stringContaining('not encrypted')])
  const hand = folderOfTest()
  expect(spawnSync('tar', ['xzf', place('b.tar.gz'), '-C', hand]).status).toBe(0)
  const files = readdirSync(join(hand, 'service-backup'), { recursive: true, withFileTypes: true }).filter((it) =>
    it.isFile(),
  )
  const paths = files.map((it) => join(it.parentPath, it.name).slice(join(hand, 'service-backup').length + 1)).sort()
  expect(paths).toEqual([...expected, 'manifest.json'].sort())
  const plain = gunzipSync(readFileSync(place('b.tar.gz'))).toString('latin1')
  expect([plain.includes(secret.slice(12)), plain.includes('a line of the log')]).toEqual([false, false])

  const other = folderOfTest()
  const restored = runService(other, ['restore', place('b.tar.gz')])
  expect(restored).toMatchObject({ status: exitCodes.done, stdout: expect.stringContaining('Full Disk Access') })
  const there = dirOf(other)
  const unchanged = ['config.json', 'state/install.key', 'integrations/diary/index.js']
  for (const path of unchanged) expect(readFileSync(join(there.base, path))).toEqual(readFileSync(join(dir.base, path)))
  using journal = new DatabaseSync(there.journalFile)
  expect(journal.prepare('SELECT key FROM meta ORDER BY key').all()).toEqual([{ key: 'committed' }, { key: 'id' }])
  expect(readFileSync(there.auditFile, 'utf8')).toContain('backup_restored')
  expect([there.base, there.stateDir, there.configFile, there.echoLogFile].map(modeOf)).toEqual([
    '700',
    '700',
    '600',
    '600',
  ])
})

test('a passphrase encrypts the backup in the age format, and the same passphrase opens it', async () => {
  const file = place('b.tar.gz.age')
  expect((await run('backup', '--passphrase-file', place('passphrase'), '--to', file)).status).toBe(exitCodes.done)
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption.org\/v1\n-> scrypt /)
  expect(await run('backup', '--verify', file)).toMatchObject({
    status: exitCodes.usage,
    stderr: expect.stringContaining('--passphrase-file'),
  })
})

test('restore moves an existing service aside only with --force, and never while the service runs', async () => {
  await run('backup', '--to', place('b.tar.gz'))
  expect(await run('restore', place('b.tar.gz'))).toMatchObject({
    status: exitCodes.refused,
    stderr: expect.stringContaining('--force'),
  })
  const running = acquireProcessLock(dir)
  const refused = await run('restore', '--force', place('b.tar.gz'))
  expect([refused.status, refused.stderr]).toEqual([exitCodes.alreadyRunning, expect.stringContaining('service stop')])
  running.release()
  const { status, stdout } = await run('restore', '--force', place('b.tar.gz'))
  const aside = /What was there lies in (\S+);/.exec(stdout)?.[1] ?? ''
  expect([status, existsSync(join(aside, 'service.jsonl')), existsSync(dir.logFile)]).toEqual([
    exitCodes.done,
    true,
    false,
  ])
  expect(readdirSync(home).filter((name) => name.includes('restoring'))).toEqual([])
})

test('a service moved aside by a restore stays byte for byte as it was, including changes that are only in its write-ahead log', async () => {
  await run('backup', '--to', place('b.tar.gz'))
  const writer = new DatabaseSync(dir.journalFile)
  writer.exec("INSERT INTO meta VALUES ('since', 'the backup')")
  // A process that is killed leaves its last changes in the file beside the database.
  const left = ['', '-wal'].map((suffix) => ({ suffix, bytes: readFileSync(dir.journalFile + suffix) }))
  writer.close()
  for (const { suffix, bytes } of left) writeFileSync(dir.journalFile + suffix, bytes)
  const { stdout } = await run('restore', '--force', place('b.tar.gz'))
  const aside = /What was there lies in (\S+);/.exec(stdout)?.[1] ?? ''
  for (const { suffix, bytes } of left)
    expect(readFileSync(join(aside, 'state', `journal.db${suffix}`)).equals(bytes)).toBe(true)
  using journal = new DatabaseSync(dir.journalFile)
  expect([stdout.includes('were kept'), journal.prepare("SELECT value FROM meta WHERE key <> 'id'").all()]).toEqual([
    true,
    [{ value: 'the backup' }],
  ])
  expect(readdirSync(dir.base).filter((name) => name.startsWith('present-'))).toEqual([])
})

test('a backup of a newer release is refused, and nothing changes', async () => {
  new DatabaseSync(dir.echoLogFile).exec('PRAGMA user_version = 99')
  await run('backup', '--to', place('b.tar.gz'))
  const { status, stderr } = await run('restore', '--force', place('b.tar.gz'))
  expect([status, stderr]).toEqual([exitCodes.refused, expect.stringContaining('newer release')])
  expect(existsSync(dir.logFile)).toBe(true)
})

test('restore reports a file that is not a backup, a missing file, and what would be lost', async () => {
  writeFileSync(place('mine'), 'mine')
  expect((await run('backup', '--to', place('mine'))).status).toBe(exitCodes.refused)
  expect(await run('backup', '--verify', place('mine'))).toMatchObject({ status: exitCodes.refused })
  expect((await run('restore', '--force', place('nothing'))).status).toBe(exitCodes.usage)
  expect(runService(folderOfTest(), ['backup', '--to', place('empty')]).stderr).toContain('nothing to back up')
  expect(readFileSync(place('mine'), 'utf8')).toBe('mine')
})
