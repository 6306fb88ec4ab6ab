import { readFileSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { Logger } from '../contract/log-entry.ts'
import { saveConfig } from '../store/config-file.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { prepareServiceDir, serviceDir } from '../store/service-dir.ts'
import { testFolders } from '../store/test-folder.ts'
import { watchSettings } from './settings.ts'

const folderOfTest = testFolders(onTestFinished)

function settingsOf(saved: object = {}) {
  const dir = serviceDir(folderOfTest())
  prepareServiceDir(dir)
  saveConfig(dir.configFile, saved)
  const said: string[] = []
  const say = (level: string) => (msg: string) => void said.push(`${level} ${msg}`)
  const log: Logger = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error'), as: () => log }
  const settings = watchSettings(dir, loadConfig(dir), log)
  onTestFinished(settings.close)
  const write = (text: string) => writeFileSync(dir.configFile, text, { mode: 0o600 })
  return { dir, settings, said, write }
}

test('whoever asks to be told is told at once, and again after a change', async () => {
  const { dir, settings } = settingsOf({ relay: { scope: 'contacts' } })
  const scopes: string[] = []
  settings.onChange(({ relay }) => scopes.push(relay.scope))
  expect(scopes).toEqual(['contacts'])
  saveConfig(dir.configFile, { relay: { scope: 'everyone' } })
  await expect.poll(() => scopes, { timeout: 5_000 }).toEqual(['contacts', 'everyone'])
  expect(settings.current.relay.scope).toBe('everyone')
  expect(readFileSync(dir.lastGoodConfigFile, 'utf8')).toContain('everyone')
})

test('a file that breaks changes nothing and is told without its secrets; mended, it counts again', async () => {
  const { settings, said, write } = settingsOf({ relay: { scope: 'contacts' } })
  write('{ "version": 1, "relay": { "scope": "nobody" }, "integrations": { "webhook": { "enabled": "hunter2" } } }')
  await expect.poll(() => said.filter((line) => line.startsWith('error')), { timeout: 5_000 }).toHaveLength(1)
  expect(settings.current.relay.scope).toBe('contacts')
  expect(said.join()).toContain('relay')
  expect(said.join()).not.toContain('hunter2')
  write('{ "version": 1, "relay": { "scope": "everyone" } }')
  await expect.poll(() => settings.current.relay.scope, { timeout: 5_000 }).toBe('everyone')
})

test('a key that nobody knows is told by name and does no harm', async () => {
  const { settings, said, write } = settingsOf()
  write('{ "version": 1, "relay": { "scope": "everyone" }, "colour": "blue" }')
  await expect.poll(() => settings.current.relay.scope, { timeout: 5_000 }).toBe('everyone')
  expect(said).toContainEqual(expect.stringMatching(/^warn .*colour/))
})
