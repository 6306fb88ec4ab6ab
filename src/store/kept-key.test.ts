import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { apiKeyOf } from './api-keys.ts'
import { readConfig, saveConfig } from './config-file.ts'
import { exactKey, heldKey, keptKey } from './kept-key.ts'
import { prepareServiceDir, serviceDir } from './service-dir.ts'
import { testFolders } from './test-folder.ts'

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

it('a config.json that cannot be read stays unchanged', () => {
  const { dir } = prepared()
  writeFileSync(dir.configFile, '{"auth":')
  chmodSync(dir.configFile, 0o600)
  expect(() => keptKey(dir, wanted)).toThrow()
  expect(readFileSync(dir.configFile, 'utf8')).toBe('{"auth":')
})

it('a key can have exactly the given scopes, and the previous one is revoked', () => {
  const { dir, config } = prepared()
  const having = (scopes: readonly ('read' | 'write')[]) =>
    exactKey(dir, { name: 'mcp', key: { label: 'MCP', scopes } })
  const made = [having(['read']), having(['read']), having(['read', 'write']), having(['read'])]
  expect(made.map(({ isNew }) => isNew)).toEqual([true, false, true, true])
  expect(new Set(made.map(({ key }) => key)).size).toBe(3)
  expect(config().auth.api_keys).toMatchObject([{ scopes: ['read'] }])
  expect(heldKey(dir, 'mcp')).toBe(made.at(-1)?.key)
})
