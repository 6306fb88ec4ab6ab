import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Grant } from '../contract/grant.ts'
import { completeGrant } from '../domain/grant/complete.ts'
import { apiKeyOf } from './api-keys.ts'
import { readConfig, saveConfig } from './config-file.ts'
import { type ExactKey, exactKey, heldKey, keptKey, renameKeptKey } from './kept-key.ts'
import { prepareServiceDir, serviceDir } from './service-dir.ts'
import { testFolders } from './test-folder.ts'

const dayMs = 86_400_000
const testFolder = testFolders(onTestFinished)
const wanted = { name: 'command-line', key: { label: 'command line', scopes: ['read', 'write'] as const } }

function prepared() {
  const dir = serviceDir(join(testFolder(), '.service'))
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { self_handles: ['+12025550100'] })
  const config = () => readConfig(dir.configFile).snapshot?.config ?? expect.fail()
  return { dir, config, file: join(dir.keysDir, 'command-line') }
}

it('the key is made once, is private to its owner and is recorded in the audit log', () => {
  const { dir, config, file } = prepared()
  const { key, isNew } = keptKey(dir, wanted)
  expect(isNew).toBe(true)
  expect(keptKey(dir, wanted)).toEqual({ key, isNew: false })
  expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual([key, 0o600])
  const { auth, self_handles } = config()
  expect(auth.api_keys).toHaveLength(1)
  expect(apiKeyOf(key, auth.api_keys, Date.now())).toMatchObject({ label: 'command line', scopes: ['read', 'write'] })
  expect(self_handles).toEqual(['+12025550100'])
  const audited = readFileSync(dir.auditFile, 'utf8')
  expect(JSON.parse(audited)).toMatchObject({ action: 'key_added', principal: 'command', target: key.slice(4, 12) })
  expect(audited).not.toContain(key.slice(12))
})

it.each([
  ['was revoked', (dir: ReturnType<typeof prepared>['dir']) => saveConfig(dir.configFile, { auth: { api_keys: [] } })],
  ['is none', (dir: ReturnType<typeof prepared>['dir']) => writeFileSync(join(dir.keysDir, 'command-line'), 'svc_1')],
])('a key that %s is replaced by a new one', (_what, spoil) => {
  const { dir, config } = prepared()
  const { key } = keptKey(dir, wanted)
  spoil(dir)
  const again = keptKey(dir, wanted)
  expect([again.isNew, again.key === key]).toEqual([true, false])
  expect(apiKeyOf(again.key, config().auth.api_keys, Date.now())).toBeDefined()
})

it('a key with too few scopes is replaced by a new one', () => {
  const { dir } = prepared()
  keptKey(dir, { ...wanted, key: { ...wanted.key, scopes: ['read'] } })
  expect(keptKey(dir, wanted).isNew).toBe(true)
})

it('a key of an earlier release is kept under its new name, unless that has one already', () => {
  const { dir } = prepared()
  const { key } = keptKey(dir, { ...wanted, name: 'before' })
  renameKeptKey(dir, 'before', 'command-line')
  expect([keptKey(dir, wanted), heldKey(dir, 'before')]).toEqual([{ key, isNew: false }, undefined])
  keptKey(dir, { ...wanted, name: 'before' })
  renameKeptKey(dir, 'before', 'command-line')
  renameKeptKey(dir, 'missing', 'command-line')
  expect(heldKey(dir, 'command-line')).toBe(key)
})

it('a config.json that cannot be read stays unchanged', () => {
  const { dir } = prepared()
  writeFileSync(dir.configFile, '{"auth":')
  chmodSync(dir.configFile, 0o600)
  expect(() => keptKey(dir, wanted)).toThrow()
  expect(readFileSync(dir.configFile, 'utf8')).toBe('{"auth":')
})

describe('a key that has to be exact', () => {
  const hiding = (before: Grant | null) => completeGrant({ ...before, one_time_codes: 'hide' })
  const having = (
    { dir }: Pick<ReturnType<typeof prepared>, 'dir'>,
    wanted: Partial<ExactKey> = {},
    nowMs = Date.now(),
  ) => exactKey(dir, { name: 'mcp', label: 'MCP', scopes: ['read'], days: 90, grant: hiding, ...wanted }, nowMs)

  it('has exactly the given scopes, and the previous one is revoked', () => {
    const { dir, config } = prepared()
    const scopes = [['read'], ['read'], ['read', 'write'], ['read']] as const
    const made = scopes.map((scopes) => having({ dir }, { scopes }))
    expect(made.map(({ isNew }) => isNew)).toEqual([true, false, true, true])
    expect(new Set(made.map(({ key }) => key)).size).toBe(3)
    expect(config().auth.api_keys).toMatchObject([{ scopes: ['read'] }])
    expect(heldKey(dir, 'mcp')).toBe(made.at(-1)?.key)
  })

  it('keeps its secret where only its limits or its days change, and is renewed by being asked for again', () => {
    const { dir, config } = prepared()
    const nowMs = Date.now()
    const { key } = having({ dir }, {}, nowMs)
    const end = (days: number) => new Date(nowMs + days * dayMs).toISOString()
    expect(config().auth.api_keys).toMatchObject([{ expires_at: end(90), grant: { one_time_codes: 'hide' } }])
    expect(having({ dir }, {}, nowMs + 1_000).stored.expires_at).toBe(end(90))
    expect(having({ dir }, {}, nowMs + 30 * dayMs).stored.expires_at).toBe(end(120))
    expect(having({ dir }, { days: 7 }, nowMs).stored.expires_at).toBe(end(7))
    expect(having({ dir }, { days: undefined, grant: () => null }).stored).toMatchObject({
      expires_at: null,
      grant: null,
    })
    expect([heldKey(dir, 'mcp'), config().auth.api_keys.length]).toEqual([key, 1])
  })

  it('passes on the limits that its owner gave to it, also when it had expired, and is not made anew while it is paused', () => {
    const { dir, config } = prepared()
    const nowMs = Date.now()
    const { key, stored } = having({ dir }, {}, nowMs)
    const people = { only: ['+12025550123'] }
    const limited = { ...stored, grant: completeGrant({ people }) }
    saveConfig(dir.configFile, { auth: { api_keys: [limited] } })
    const next = having({ dir }, { scopes: ['read', 'write'] }, nowMs + 91 * dayMs)
    expect([next.isNew, next.key === key]).toEqual([true, false])
    expect(config().auth.api_keys).toMatchObject([{ id: next.stored.id, grant: { people, one_time_codes: 'hide' } }])
    saveConfig(dir.configFile, { auth: { api_keys: [{ ...next.stored, paused: true }] } })
    expect(() => having({ dir })).toThrow(expect.objectContaining({ code: 'key_paused' }))
    expect(heldKey(dir, 'mcp')).toBe(next.key)
  })
})
