import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { macosVersions } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { ServiceError } from '../domain/service-error.ts'
import { testFolders } from '../store/test-folder.ts'
import { explain, fileIdentity, openChatDb, sameFile } from './chat-db.ts'
import { messagesPaths } from './messages-paths.ts'

const folderOfTest = testFolders(onTestFinished)

function macOfTest(options: Parameters<typeof temporaryMac>[0] = {}) {
  const mac = temporaryMac(options)
  onTestFinished(mac.close)
  return { mac, path: messagesPaths(mac.home).database }
}

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return expect.fail('nothing was thrown')
}

const sqliteError = (errcode: number, message = 'from SQLite') =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
const systemError = (code: string) => Object.assign(new Error(`${code}: from the system`), { code })

test.each(macosVersions)('the database of macOS %i opens read-only', (macos) => {
  const { path } = macOfTest({ macos })
  const chatDb = openChatDb(path)
  onTestFinished(chatDb.close)
  expect(() => chatDb.db.exec("UPDATE message SET guid = ''")).toThrow(/readonly/)
})

test('without a database, on another system than macOS, the error says that this is not a Mac', () => {
  const path = join(folderOfTest(), 'Library', 'Messages', 'chat.db')
  expect(thrownBy(() => openChatDb(path, { platform: 'linux' }))).toMatchObject({
    code: 'not_macos',
    details: { path },
  })
})

test('without a database on a Mac, the error says that Messages was never signed in', () => {
  const path = join(folderOfTest(), 'chat.db')
  expect(thrownBy(() => openChatDb(path, { platform: 'darwin' }))).toMatchObject({ code: 'messages_unavailable' })
})

test('a file that is not a database is reported as corrupt', () => {
  const path = join(folderOfTest(), 'chat.db')
  writeFileSync(path, 'dear diary, '.repeat(1_000))
  expect(thrownBy(() => openChatDb(path))).toMatchObject({ code: 'messages_corrupt' })
})

test('a folder in place of the database is reported as corrupt', () => {
  const path = join(folderOfTest(), 'chat.db')
  mkdirSync(path)
  expect(thrownBy(() => openChatDb(path))).toMatchObject({ code: 'messages_corrupt' })
})

test('a database that lacks a column is reported as unknown, with the name of the column', () => {
  const { mac, path } = macOfTest()
  mac.messages.db.exec('ALTER TABLE message RENAME COLUMN is_empty TO is_hollow')
  expect(thrownBy(() => openChatDb(path))).toMatchObject({
    code: 'messages_schema_unknown',
    details: { missing: ['message.is_empty'] },
  })
})

test('an unrelated database is reported as unknown, with everything that it lacks', () => {
  const path = join(folderOfTest(), 'chat.db')
  new DatabaseSync(path).close()
  const error = thrownBy(() => openChatDb(path)) as ServiceError
  expect(error.code).toBe('messages_schema_unknown')
  expect(error.details.missing).toEqual(expect.arrayContaining(['message.guid', 'chat.guid', 'handle.id']))
})

test('a database that another program has locked is busy', () => {
  const { mac, path } = macOfTest()
  mac.messages.db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  expect(thrownBy(() => openChatDb(path))).toMatchObject({ code: 'messages_busy' })
})

test.each([
  ['EPERM', systemError('EPERM'), 'messages_unreadable'],
  ['EACCES', systemError('EACCES'), 'messages_unreadable'],
  ['SQLITE_PERM', sqliteError(3), 'messages_unreadable'],
  ['SQLITE_READONLY_DIRECTORY', sqliteError(1544), 'messages_unreadable'],
  ['SQLITE_CANTOPEN', sqliteError(14), 'messages_unreadable'],
  ['SQLITE_AUTH, which Full Disk Access gives at the first statement', sqliteError(23), 'messages_unreadable'],
  ['SQLITE_BUSY_SNAPSHOT', sqliteError(517), 'messages_busy'],
  ['SQLITE_LOCKED', sqliteError(6), 'messages_busy'],
  ['SQLITE_CORRUPT_INDEX', sqliteError(779), 'messages_corrupt'],
  ['SQLITE_IOERR_SHORT_READ', sqliteError(522), 'messages_corrupt'],
  ['A column that went away', sqliteError(1, 'no such column: m.text'), 'messages_schema_unknown'],
  ['A table that went away', sqliteError(1, 'no such table: chat_handle_join'), 'messages_schema_unknown'],
])('%s has an error code of its own', (_name, error, code) => {
  const explained = explain(error, '/chat.db')
  expect(explained).toBeInstanceOf(ServiceError)
  expect(explained).toMatchObject({ code, cause: error, details: { path: '/chat.db', program: process.execPath } })
})

test.each([3, 14, 23])(
  'when SQLite refuses with error %i a file that can be read, the other way of opening is tried',
  (errcode) => {
    const { mac, path } = macOfTest()
    mac.messages.receive({ from: '+12025550123', text: 'only in the log' })
    const tried: (string | URL)[] = []
    const open = (location: string | URL) => {
      tried.push(location)
      if (tried.length === 1) throw sqliteError(errcode)
      return new DatabaseSync(location, { readOnly: true })
    }
    const chatDb = openChatDb(path, { open })
    onTestFinished(chatDb.close)
    expect(tried.map(String)).toEqual([path, `file://${path}?mode=ro&readonly_shm=1`])
    expect(chatDb.db.prepare('SELECT count(*) AS n FROM message').get()).toEqual({ n: 1 })
    expect(() => chatDb.db.exec("UPDATE message SET guid = ''")).toThrow(/readonly/)
  },
)

test('when both ways are refused, the error says whether the file can be read', () => {
  const { path } = macOfTest()
  const refuse = () => {
    throw sqliteError(23)
  }
  expect(thrownBy(() => openChatDb(path, { open: refuse }))).toMatchObject({
    code: 'messages_unreadable',
    message: expect.stringMatching(/^macOS lets the Messages database be read, but not opened\./),
  })
})

test('errors that do not concern chat.db are returned unchanged', () => {
  const others = [
    new TypeError('ours'),
    sqliteError(13),
    sqliteError(1, 'near "SELEC": syntax error'),
    new ServiceError('conflict', 'Ours.'),
    'a string',
  ]
  for (const error of others) expect(explain(error, '/chat.db')).toBe(error)
})

test('the identity changes when the database is replaced, and when its log is started anew', () => {
  const { mac, path } = macOfTest()
  mac.messages.receive({ from: '+12025550123', text: 'hello' })
  const before = fileIdentity(path)
  expect(sameFile(before, fileIdentity(path))).toBe(true)
  renameSync(`${path}-wal`, `${path}-kept`)
  writeFileSync(`${path}-wal`, '')
  expect(sameFile(before, fileIdentity(path))).toBe(false)
  rmSync(`${path}-wal`)
  renameSync(`${path}-kept`, `${path}-wal`)
  writeFileSync(`${path}.new`, '')
  renameSync(`${path}.new`, path)
  expect(sameFile(before, fileIdentity(path))).toBe(false)
})
