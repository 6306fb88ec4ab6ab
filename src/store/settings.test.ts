import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { Logger } from '../contract/log-entry.ts'
import { ServiceError } from '../domain/service-error.ts'
import { saveConfig } from './config-file.ts'
import { loadConfig } from './config-in-force.ts'
import { prepareServiceDir, serviceDir } from './service-dir.ts'
import { openSettings } from './settings.ts'
import { testFolders } from './test-folder.ts'

const folderOfTest = testFolders(onTestFinished)

function settingsOf(saved: object = {}) {
  const dir = serviceDir(folderOfTest())
  prepareServiceDir(dir)
  saveConfig(dir.configFile, saved)
  const said: string[] = []
  const say = (level: string) => (msg: string) => void said.push(`${level} ${msg}`)
  const log: Logger = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error'), as: () => log }
  const settings = openSettings(dir, loadConfig(dir), log)
  onTestFinished(settings.close)
  const write = (text: string) => writeFileSync(dir.configFile, text, { mode: 0o600 })
  return { dir, settings, said, write }
}

test('a listener is called at once, and again after a change', async () => {
  const { dir, settings } = settingsOf({ relay: { scope: 'contacts' } })
  const scopes: string[] = []
  settings.onChange(({ relay }) => scopes.push(relay.scope))
  expect(scopes).toEqual(['contacts'])
  saveConfig(dir.configFile, { relay: { scope: 'everyone' } })
  await expect.poll(() => scopes).toEqual(['contacts', 'everyone'])
  expect(settings.current().relay.scope).toBe('everyone')
  expect(readFileSync(dir.lastGoodConfigFile, 'utf8')).toContain('everyone')
})

test('a file that breaks changes nothing and is reported without its secrets; once repaired, it applies again', async () => {
  const { settings, said, write } = settingsOf({ relay: { scope: 'contacts' } })
  write('{ "version": 1, "relay": { "scope": "nobody" }, "integrations": { "webhook": { "enabled": "hunter2" } } }')
  await expect.poll(() => said.filter((line) => line.startsWith('error'))).toHaveLength(1)
  expect(settings.current().relay.scope).toBe('contacts')
  expect(said.join()).toContain('relay')
  expect(said.join()).not.toContain('hunter2')
  write('{ "version": 1, "relay": { "scope": "everyone" } }')
  await expect.poll(() => settings.current().relay.scope).toBe('everyone')
})

test('an unknown key is reported by name and does no harm', async () => {
  const { settings, said, write } = settingsOf()
  write('{ "version": 1, "relay": { "scope": "everyone" }, "colour": "blue" }')
  await expect.poll(() => settings.current().relay.scope).toBe('everyone')
  expect(said).toContainEqual(expect.stringMatching(/^warn .*colour/))
})

test('a change applies at once, is reported once, and is written to the file beside the existing settings', async () => {
  const { dir, settings } = settingsOf({ relay: { scope: 'contacts' } })
  const seen: string[] = []
  settings.onChange(({ relay, self_handles }) => seen.push(`${relay.scope} ${self_handles}`))
  const after = settings.change(() => ({ self_handles: ['+15550100'] }))
  expect(after.self_handles).toEqual(['+15550100'])
  expect(settings.current()).toEqual(after)
  saveConfig(dir.configFile, { relay: { scope: 'everyone' } })
  await expect.poll(() => seen.at(-1)).toBe('everyone +15550100')
  expect(seen).toEqual(['contacts ', 'contacts +15550100', 'everyone +15550100'])
})

test("a change is based on the current file, even before the file's change was noticed", () => {
  const { dir, settings } = settingsOf()
  saveConfig(dir.configFile, { self_handles: ['a@example.org'] })
  settings.change(({ self_handles }) => ({ self_handles: [...self_handles, 'b@example.org'] }))
  expect(settings.current().self_handles).toEqual(['a@example.org', 'b@example.org'])
})

test('when another writer is faster, the patch is made again and neither change is lost', () => {
  const { dir, settings } = settingsOf()
  let others = 0
  settings.change(({ self_handles }) => {
    if (others++ < 2) saveConfig(dir.configFile, { self_handles: [...self_handles, `other${others}@example.org`] })
    return { self_handles: [...self_handles, 'ours@example.org'] }
  })
  expect(settings.current().self_handles).toEqual(['other1@example.org', 'other2@example.org', 'ours@example.org'])
})

test('a change gives up when another writer is always faster', () => {
  const { dir, settings } = settingsOf()
  let others = 0
  const change = () =>
    settings.change(() => {
      saveConfig(dir.configFile, { self_handles: [`other${others++}@example.org`] })
      return { self_handles: ['ours@example.org'] }
    })
  expect(change).toThrowError(expect.objectContaining({ code: 'conflict' }))
})

test.each<[object, string]>([
  [{ relay: { scope: 'nobody' } }, 'relay.scope'],
  [{ relay: null, send: { per_minute: 0 } }, 'send.per_minute'],
  [{ relay: { colour: 'blue' } }, 'relay.colour'],
  [{ version: 2 }, 'version'],
])('a patch of %j is refused with the path of the setting, and nothing is written', (patch, path) => {
  const { dir, settings } = settingsOf({ relay: { scope: 'contacts' } })
  const before = readFileSync(dir.configFile, 'utf8')
  expect(errorOf(() => settings.change(() => patch))).toMatchObject({ code: 'invalid_request', details: { path } })
  expect(readFileSync(dir.configFile, 'utf8')).toBe(before)
})

test('a broken file is not changed', () => {
  const { settings, write } = settingsOf()
  write('{')
  expect(errorOf(() => settings.change(() => ({})))).toMatchObject({ code: 'config_invalid' })
})

test('a missing file is not recreated by a change, since that would drop the password', () => {
  const { dir, settings } = settingsOf({ auth: { password_hash: '$argon2id$' } })
  rmSync(dir.configFile)
  expect(errorOf(() => settings.change(() => ({ web: { port: 9000 } })))).toMatchObject({ code: 'config_invalid' })
  expect(existsSync(dir.configFile)).toBe(false)
  expect(settings.current().auth.password_hash).toBe('$argon2id$')
})

function errorOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError)
    return error
  }
}
