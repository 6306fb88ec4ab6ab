import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { apiKeyOf } from '../../store/api-keys.ts'
import { readConfig } from '../../store/config-file.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runService } from '../test-service.ts'

const folderOfTest = testFolders(onTestFinished)

function homeWithKeys() {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  const keys = (...args: string[]) => runService(home, ['keys', ...args])
  return { dir, keys, stored: () => readConfig(dir.configFile).snapshot?.config.auth.api_keys ?? [] }
}

test('a key is created, shown once, listed without its secret, and revoked', () => {
  const { dir, keys, stored } = homeWithKeys()
  const made = keys('add', 'Home Assistant', '--scope', 'read', 'write', '--days', '90')
  expect(made.status).toBe(exitCodes.done)
  const key = made.stdout.trim()
  const own = apiKeyOf(key, stored(), Date.now())
  expect(own).toMatchObject({ label: 'Home Assistant', scopes: ['read', 'write'], expires_at: expect.any(String) })
  const id = own?.id ?? ''
  const { stdout } = keys('list')
  expect(stdout).toMatch(new RegExp(`^${id} {2}read write {7}Home Assistant, until [\\d-]{10} \\(never used\\)\n$`))
  expect(JSON.parse(keys('list', '--json').stdout)).toMatchObject([{ id, last_used_on: null }])
  expect(keys('revoke', id).stdout).toBe(`Key ${id} is revoked.\n`)
  expect(stored()).toEqual([])
  const audited = readFileSync(dir.auditFile, 'utf8')
  expect(audited).toMatch(/key_added.*\n.*key_revoked/)
  for (const text of [stdout, audited]) expect(text).not.toContain(key.slice(12))
})

test('by default a key may read and never expires; create is the same as add', () => {
  const { keys } = homeWithKeys()
  const { key, ...shown } = JSON.parse(keys('create', 'backup', '--json').stdout)
  expect(key).toMatch(/^svc_[0-9a-f]{64}$/)
  expect(shown).toMatchObject({ label: 'backup', scopes: ['read'], expires_at: null })
})

test.each([
  ['an unknown key', ['revoke', '0a1b2c3d'], /keys list/],
  ['an unknown scope', ['add', 'x', '--scope', 'everything'], /read, write, admin/],
  ['a label without a letter', ['add', ' '], /1 to 100/],
  ['a time that never was', ['add', 'x', '--days', '0'], /1 to 3650/],
])('%s is refused, and nothing is written', (_what, args, remedy) => {
  const { keys, stored } = homeWithKeys()
  const { status, stderr } = keys(...args)
  expect(status).toBe(exitCodes.usage)
  expect(stderr).toMatch(remedy)
  expect(stored()).toEqual([])
})

test('a key is limited in another way, paused and resumed while it is in use', () => {
  const { dir, keys, stored } = homeWithKeys()
  const { id } = JSON.parse(keys('add', 'assistant', '--json').stdout)
  const file = join(dir.base, '..', 'grant.json')
  writeFileSync(file, JSON.stringify({ since: { days: 7 } }))
  expect(keys('change', id, '--grant', file).stdout).toBe(
    'Reads all conversations from the last 7 days; sends nothing.\n',
  )
  expect(stored()).toMatchObject([{ id, label: 'assistant', grant: { since: { days: 7 } } }])
  expect(keys('pause', id).stdout).toContain('is paused')
  expect([stored()[0]?.paused, keys('list').stdout]).toEqual([true, expect.stringContaining('assistant, paused (')])
  expect(keys('resume', id).status).toBe(exitCodes.done)
  writeFileSync(file, '{}')
  expect(keys('change', id, '--grant', file).stdout).toBe('Reads all conversations; sends nothing.\n')
  expect(stored()).toMatchObject([{ paused: false, grant: null }])
  for (const args of [['pause'], ['resume'], ['change', '--grant', file]])
    expect(keys(args[0] ?? '', '00000000', ...args.slice(1)).status).toBe(exitCodes.usage)
})

test('without keys the list explains how to create one', () => {
  expect(homeWithKeys().keys('list').stdout).toContain('service keys add')
})

test('a key with a grant from a file is limited, and the list says to what; an invalid file creates no key', () => {
  const { dir, keys, stored } = homeWithKeys()
  const file = join(dir.base, '..', 'grant.json')
  writeFileSync(file, JSON.stringify({ people: { only: ['+12025550123'] }, expires_at: '2099-12-31' }))
  expect(keys('add', 'assistant', '--grant', file).status).toBe(exitCodes.done)
  expect(stored()).toMatchObject([
    { grant: { people: { only: ['+12025550123'] } }, expires_at: '2099-12-31T23:59:59.999Z' },
  ])
  expect(keys('list').stdout).toContain('\n          Reads +12025550123; sends nothing\n')
  writeFileSync(file, JSON.stringify({ people: { onyl: [] } }))
  for (const args of [
    ['--grant', file],
    ['--grant', '/nowhere'],
    ['--scope', 'admin', '--grant', file],
  ])
    expect(keys('add', 'other', ...args).status).toBe(exitCodes.usage)
  expect(stored()).toHaveLength(1)
})
