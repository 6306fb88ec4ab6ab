import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { loadConfig, rememberGoodConfig } from './config-in-force.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

function places() {
  const folder = testFolder()
  const files = { configFile: join(folder, 'config.json'), lastGoodConfigFile: join(folder, 'last-good.json') }
  return {
    ...files,
    load: () => loadConfig(files),
    remember: () => rememberGoodConfig(files),
    write: (text: string) => writeFileSync(files.configFile, text, { mode: 0o600 }),
  }
}

it('starts with the last good configuration when the file is broken, and reports the problem', () => {
  const { load, remember, write, lastGoodConfigFile } = places()
  write('{"auth": {"password_hash": "$argon2id$"}}')
  expect(load().problem).toBeUndefined()
  remember()
  write('{"auth": {"pass')
  const { config, problem } = load()
  expect(config.auth.password_hash).toBe('$argon2id$')
  expect(hasCode(problem, 'config_invalid')).toBe(true)
  expect(statSync(lastGoodConfigFile).mode & 0o777).toBe(0o600)
})

it('refuses to start with defaults in place of a broken file', () => {
  const { load, write } = places()
  write('{"auth": {"pass')
  expect(load).toThrow(expect.toSatisfy((error) => hasCode(error, 'config_invalid')))
})

it('refuses a file that others can read, even when a good copy is known', () => {
  const { load, remember, write, configFile } = places()
  write('{}')
  remember()
  chmodSync(configFile, 0o644)
  expect(load).toThrow(expect.toSatisfy((error) => hasCode(error, 'config_exposed')))
})

it('starts even when the copy cannot be saved', () => {
  const { load, remember, write, lastGoodConfigFile } = places()
  mkdirSync(lastGoodConfigFile)
  write('{"web": {"port": 9000}}')
  remember()
  expect(load().config.web.port).toBe(9000)
})

it('starts with defaults when there is no file', () => {
  expect(places().load().config.relay.scope).toBe('whitelist')
})

it('does not take a missing file for the wish to have no password', () => {
  const { load, remember, write, configFile } = places()
  write('{"auth": {"password_hash": "$argon2id$"}}')
  remember()
  rmSync(configFile)
  const { config, problem } = load()
  expect(config.auth.password_hash).toBe('$argon2id$')
  expect(hasCode(problem, 'config_invalid')).toBe(true)
})

it('starts with defaults when the file is missing and there was no password', () => {
  const { load, remember, write, configFile } = places()
  write('{"web": {"port": 9000}}')
  remember()
  rmSync(configFile)
  const { config, problem } = load()
  expect([config.web.port, problem]).toEqual([8723, undefined])
})

it('writes nothing while reading', () => {
  const { load, write, lastGoodConfigFile } = places()
  write('{}')
  load()
  expect(existsSync(lastGoodConfigFile)).toBe(false)
})
