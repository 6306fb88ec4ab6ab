import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { readConfig, saveConfig } from './config-file.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const error = (code: Parameters<typeof hasCode>[1]) => expect.toSatisfy((error) => hasCode(error, code))

function configFile(content?: unknown) {
  const path = join(testFolder(), 'config.json')
  const write = (content: unknown) =>
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 })
  if (content !== undefined) write(content)
  return { path, write, onDisk: () => JSON.parse(readFileSync(path, 'utf8')) }
}

it('returns all defaults when there is no file', () => {
  const { snapshot } = readConfig(configFile().path)
  expect(snapshot?.config.relay).toEqual({
    scope: 'whitelist',
    attempts_per_message: 10,
    deliveries_kept_days: 7,
    poll_interval_s: 2,
    mirror_file: null,
    max_age_s: 86_400,
  })
  expect(snapshot?.unknownKeys).toEqual([])
})

it('fills in defaults around the settings that are written', () => {
  const { snapshot } = readConfig(
    configFile({ version: 1, web: { port: 9000 }, integrations: { webhook: { url: 'x' } } }).path,
  )
  expect(snapshot?.config.web).toMatchObject({ host: '127.0.0.1', port: 9000 })
  expect(snapshot?.config.integrations.webhook).toEqual({ enabled: false, url: 'x' })
})

it('names unknown keys, but not the settings of a plugin', () => {
  const { path } = configFile({
    typo: 1,
    relay: { scoop: 'x' },
    integrations: { webhook: { url: 'x' }, 'Bad-Name': {} },
  })
  expect(readConfig(path).snapshot?.unknownKeys).toEqual(['typo', 'relay.scoop', 'integrations.Bad-Name'])
})

it.each<[string, unknown, string]>([
  ['nothing', '', 'is empty'],
  ['half of it', '{"version": 1, "relay": {', 'is not valid JSON (line 1 column 26)'],
  ['a list', [], 'expected object'],
  ['a section of the wrong type', { relay: 3 }, 'relay expected object'],
  ['a word that is no choice', { relay: { scope: 'all' } }, 'relay.scope must be whitelist or contacts or everyone'],
  [
    'a number out of bounds',
    { relay: { poll_interval_s: 0 } },
    'relay.poll_interval_s expected number to be greater or equal to 0.1',
  ],
  ['the wrong type of two', { relay: { mirror_file: 1 } }, 'relay.mirror_file must be string or null'],
  ['another version', { version: 2 }, 'version must be 1'],
  ['10 MB', `"${'x'.repeat(10_000_000)}"`, 'is larger than 1048576 bytes'],
  ['bytes of no text', '\u0000\u0001\ufffd', 'is not valid JSON'],
  ['endless nesting', '['.repeat(500_000), 'is not valid JSON'],
])('reports a file with %s and leaves it unchanged', (_what, content, reason) => {
  const { path } = configFile(content)
  const before = readFileSync(path)
  const { snapshot, problem } = readConfig(path)
  expect(snapshot).toBeUndefined()
  expect(problem).toEqual(error('config_invalid'))
  expect(problem?.message).toContain(path)
  expect(problem?.message).toContain(reason)
  expect(() => saveConfig(path, { log: { level: 'debug' } })).toThrow(error('config_invalid'))
  expect(readFileSync(path).equals(before)).toBe(true)
})

it('never quotes a value, since it may be a secret', () => {
  for (const content of [
    '{"auth": {"password_hash": hunter2}}',
    { auth: { password_hash: { hunter2: 1 }, api_keys: 'hunter2' } },
  ]) {
    const { problem } = readConfig(configFile(content).path)
    expect(problem).toBeDefined()
    expect(JSON.stringify([problem?.message, problem?.details])).not.toContain('hunter2')
  }
})

it.each(['640', '604', '622'])('refuses a file of mode %s', (mode) => {
  const { path } = configFile({})
  chmodSync(path, mode)
  expect(readConfig(path).problem).toEqual(error('config_exposed'))
  expect(() => saveConfig(path, {})).toThrow(error('config_exposed'))
})

it('refuses a link, a folder and anything else that is not a file', () => {
  const { path } = configFile()
  symlinkSync('/etc/hosts', path)
  expect(readConfig(path).problem).toEqual(error('unsafe_file'))
  rmSync(path)
  mkdirSync(path)
  expect(readConfig(path).problem).toEqual(error('unsafe_file'))
})

it('saves only the changes, privately for the owner, and keeps keys it does not know', () => {
  const { path, onDisk } = configFile({ version: 1, typo: 1, whitelist: { handles: ['a@b.c'] } })
  const { config, rev } = saveConfig(path, { log: { level: 'debug' } })
  expect(onDisk()).toEqual({ version: 1, typo: 1, whitelist: { handles: ['a@b.c'] }, log: { level: 'debug' } })
  expect(config.log).toEqual({ level: 'debug', max_mb: 10 })
  expect(readConfig(path).snapshot?.rev).toBe(rev)
})

it('creates a private file', () => {
  const { path, onDisk } = configFile()
  saveConfig(path, { web: { port: 9000 } })
  expect(onDisk()).toEqual({ version: 1, web: { port: 9000 } })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it.each([
  [{ tpyo: 1 }],
  [{ relay: { scoop: 1 } }],
  [{ relay: { scope: 'all' } }],
  [{ relay: null, web: 3 }],
  [[]],
  ['text'],
])('refuses the change %j and writes nothing', (patch) => {
  const { path } = configFile({ version: 1 })
  const before = readFileSync(path)
  expect(() => saveConfig(path, patch)).toThrow(error('config_invalid'))
  expect(readFileSync(path).equals(before)).toBe(true)
})

it('refuses a change to a file that somebody else has changed in the meantime', () => {
  const { path, write, onDisk } = configFile({ version: 1 })
  const rev = readConfig(path).snapshot?.rev
  write({ version: 1, self_handles: ['me@example.org'] })
  expect(() => saveConfig(path, { log: { level: 'debug' } }, { ifRev: rev })).toThrow(error('conflict'))
  expect(onDisk()).toEqual({ version: 1, self_handles: ['me@example.org'] })
})

it('loses no change when several processes save at the same time', async () => {
  const { path, onDisk } = configFile({ version: 1 })
  const saver = (name: string) => `
    import { saveConfig } from '${join(import.meta.dirname, 'config-file.ts')}'
    const save = (change) => {
      try { saveConfig('${path}', change) } catch (error) {
        // What is refused because the others have the file for long is told, not lost.
        if (!/held by another process/.test(error.message)) throw error
        save(change)
      }
    }
    for (let n = 0; n < 25; n++) save({ integrations: { [\`${name}_\${n}\`]: { enabled: true } } })`
  const children = ['a', 'b', 'c'].map((name) =>
    spawn(process.execPath, ['--no-warnings', '--input-type=module-typescript', '-e', saver(name)], {
      stdio: 'inherit',
    }),
  )
  for (const [code] of await Promise.all(children.map((child) => once(child, 'exit')))) expect(code).toBe(0)
  expect(Object.keys(onDisk().integrations)).toHaveLength(75)
})
