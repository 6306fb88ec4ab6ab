import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { requireOwned } from './owned-file.ts'
import { prepareServiceDir, serviceDir } from './service-dir.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

const freshDir = () => serviceDir(join(testFolder(), 'not-yet', '.service'))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const unsafe = expect.toSatisfy((error) => hasCode(error, 'unsafe_file'))

it('creates every folder privately', () => {
  const dir = freshDir()
  expect(prepareServiceDir(dir)).toEqual([])
  expect(readdirSync(dir.base).sort()).toEqual(['integrations', 'keys', 'plugins', 'state', 'uploads'])
  for (const folder of [dir.base, dir.stateDir, dir.pluginsDir, dir.keysDir]) expect(modeOf(folder)).toBe('700')
})

it('narrows modes that have become too wide, and reports them', () => {
  const dir = freshDir()
  prepareServiceDir(dir)
  writeFileSync(dir.stateFile, '{}')
  chmodSync(dir.stateFile, 0o644)
  chmodSync(dir.base, 0o755)
  expect(prepareServiceDir(dir)).toEqual([
    { path: dir.base, modeBefore: '755' },
    { path: dir.stateFile, modeBefore: '644' },
  ])
  expect([modeOf(dir.base), modeOf(dir.stateFile)]).toEqual(['700', '600'])
})

it('leaves the mode of config.json to the code that reads it', () => {
  const dir = freshDir()
  prepareServiceDir(dir)
  writeFileSync(dir.configFile, '{}')
  chmodSync(dir.configFile, 0o644)
  expect(prepareServiceDir(dir)).toEqual([])
  expect(modeOf(dir.configFile)).toBe('644')
})

it.each([
  'configFile',
  'logFile',
  'echoLogFile',
  'readStateFile',
  'auditFile',
  'sessionsFile',
  'apiKeysUseFile',
  'mirrorFile',
  'heartbeatFile',
  'stateFile',
  'journalFile',
  'lockFile',
  'pidFile',
  'installKeyFile',
] as const)('refuses a link in place of %s', (file) => {
  const dir = freshDir()
  prepareServiceDir(dir)
  symlinkSync('/etc/hosts', dir[file])
  expect(() => prepareServiceDir(dir)).toThrow(unsafe)
})

it('ignores files that an editor leaves beside ours', () => {
  const dir = freshDir()
  prepareServiceDir(dir)
  symlinkSync('me@host.1234:1700000000', join(dir.base, '.#config.json'))
  expect(prepareServiceDir(dir)).toEqual([])
})

it('refuses a base directory that is a link', () => {
  const elsewhere = testFolder()
  const base = join(testFolder(), '.service')
  symlinkSync(elsewhere, base)
  expect(() => prepareServiceDir(serviceDir(base))).toThrow(unsafe)
  expect(readdirSync(elsewhere)).toEqual([])
})

it('refuses a file that belongs to another user', () => {
  const path = join(testFolder(), 'file')
  writeFileSync(path, '')
  const stats = statSync(path)
  expect(() => requireOwned(path, stats, stats.uid + 1)).toThrow(unsafe)
  expect(() => requireOwned(path, stats, stats.uid)).not.toThrow()
})

it('removes what a killed writer left behind, but not what is being written', () => {
  const dir = freshDir()
  mkdirSync(dir.stateDir, { recursive: true, mode: 0o700 })
  const [old, current] = [temporaryIn(dir.stateDir, 1), temporaryIn(dir.stateDir, 2)]
  utimesSync(join(dir.stateDir, old), 0, 0)
  prepareServiceDir(dir)
  expect(readdirSync(dir.stateDir)).toEqual([current])
})

function temporaryIn(folder: string, n: number) {
  const name = `.state.json.00000000-0000-0000-0000-00000000000${n}.tmp`
  writeFileSync(join(folder, name), 'half', { mode: 0o600 })
  return name
}
