import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { saveConfig } from '../../store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runHere } from '../test-run-here.ts'
import { startService } from '../test-service.ts'

const folderOfTest = testFolders(onTestFinished)

function home(settings: object = {}) {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  saveConfig(dir.configFile, settings)
  return {
    dir,
    home,
    config: (...args: string[]) => runHere(home, ['config', ...args]),
    file: () => JSON.parse(readFileSync(dir.configFile, 'utf8')),
  }
}

test('a setting is changed, read and unset, and nothing else is touched', async () => {
  const { config, file, dir } = home({ log: { level: 'warn' } })
  writeFileSync(dir.configFile, JSON.stringify({ ...file(), of_a_later_release: { kept: true } }))
  const set = await config('set', 'relay.scope', 'everyone')
  expect(set).toEqual({
    status: exitCodes.done,
    stderr: '',
    stdout: 'relay.scope: everyone\nIn force once the service starts.\n',
  })
  expect(file()).toMatchObject({ relay: { scope: 'everyone' }, log: { level: 'warn' }, of_a_later_release: {} })
  expect(statSync(dir.configFile).mode & 0o777).toBe(0o600)
  expect((await config('get', 'relay.scope')).stdout).toBe('everyone\n')
  expect((await config('get', 'relay.scope', '--json')).stdout).toBe('"everyone"\n')
  expect((await config('unset', 'relay.scope')).stdout).toMatch(/^relay\.scope: whitelist\n/)
  expect(file().relay).toEqual({})
  const audited = readFileSync(dir.auditFile, 'utf8')
  expect(audited).toContain('"action":"settings_changed","principal":"command","target":"relay.scope"')
})

test.each<[typed: string[], path: string, value: unknown]>([
  [['web.allowed_hosts', 'mac.local', 'mac.lan'], 'web.allowed_hosts', ['mac.local', 'mac.lan']],
  [['send.sms_fallback', 'false'], 'send.sms_fallback', false],
  [['relay.poll_interval_s', '0.5'], 'relay.poll_interval_s', 0.5],
  [['relay.mirror_file', 'copy.jsonl'], 'relay.mirror_file', 'copy.jsonl'],
  [['send', '{"per_minute":10}'], 'send.per_minute', 10],
  [['integrations.webhook.url', 'http://127.0.0.1:9/x'], 'integrations.webhook.url', 'http://127.0.0.1:9/x'],
])('config set %j is stored with the right type', async (typed, path, value) => {
  const { config, file } = home()
  expect(await config('set', ...typed, '--json')).toMatchObject({ status: exitCodes.done, stderr: '' })
  expect(path.split('.').reduce((above, key) => above[key], file())).toEqual(value)
})

test('members are added to a list and removed from it, and the others stay', async () => {
  const { config, file } = home({ whitelist: { handles: ['+1 202 555 0123'] } })
  const added = await config('add', 'whitelist.handles', 'anna@example.com', '+12025550123', 'anna@example.com')
  expect(added).toMatchObject({ status: exitCodes.done, stderr: '' })
  expect(added.stdout).toMatch(/^whitelist\.handles: \+1 202 555 0123, anna@example\.com\n/)
  expect(file().whitelist.handles).toEqual(['+1 202 555 0123', 'anna@example.com'])
  expect((await config('remove', 'whitelist.handles', '+1 (202) 555-0123', '--json')).status).toBe(exitCodes.done)
  expect(file().whitelist.handles).toEqual(['anna@example.com'])
  expect((await config('remove', 'whitelist.handles', 'ben@example.com')).stderr).toContain('absent: ben@example.com')
})

test('concurrent additions to a list are all kept', async () => {
  const { home: mac, file } = home()
  const adding = ['a@example.com', 'b@example.com', 'c@example.com'].map((handle) => {
    const { child } = startService(mac, ['config', 'add', 'whitelist.handles', handle])
    return new Promise((resolve) => child.once('close', resolve))
  })
  expect(await Promise.all(adding)).toEqual([0, 0, 0])
  expect(file().whitelist.handles.toSorted()).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
})

test.each([
  [['add', 'relay.scope', 'everyone'], 'relay.scope is not a list: change it with service config set'],
  [['remove', 'web.port', '8723'], 'web.port is not a list'],
  [['add', 'auth.api_keys', '{}'], 'service keys'],
  [['get', 'relay.scop'], 'nearest: relay.scope'],
  [['unset', 'port'], 'nearest: web.port'],
  [['set', 'integrations.webhook.ulr', 'x'], 'nearest: integrations.webhook.url'],
  [['set', 'integrations.webhok.url', 'x'], 'nearest: webhook'],
  [['set', 'relay.scope', 'nobody'], 'allowed: whitelist, contacts or everyone'],
  [['set', 'web.port', '99999'], 'allowed: a whole number from 0 to 65535'],
  [['set', 'integrations.webhook.url', 'nowhere'], 'wrong: String does not match format "uri"'],
  [['set', 'send', '{"perminute":10}'], 'send.perminute is not a setting'],
  [['set', 'rules', '[{"name":1}]'], 'rules.0.name'],
  [['set', 'auth.password_hash', 'x'], 'changed_by: service password'],
  [['unset', 'auth.api_keys'], 'changed_by: service keys'],
])('config %j is refused with the allowed values, and nothing is written', async (args, said) => {
  const { config, file } = home()
  const before = file()
  const { status, stdout, stderr } = await config(...args)
  expect([status, stdout]).toEqual([exitCodes.usage, ''])
  expect(stderr).toContain(said)
  expect(file()).toEqual(before)
})

test('a secret is never shown by any command', async () => {
  const hash = '$argon2id$v=19$secret-hash'
  const { config, home: at, file } = home({ auth: { password_hash: hash } })
  const { child, stdout } = startService(at, ['config', 'set', 'integrations.webhook.secret', '-'])
  child.stdin?.end('whsec_c2VjcmV0LW9mLXRoZS10ZXN0\n')
  await new Promise((resolve) => child.once('close', resolve))
  expect(stdout()).toMatch(/^integrations\.webhook\.secret: set\n/)
  expect(file().integrations.webhook.secret).toBe('whsec_c2VjcmV0LW9mLXRoZS10ZXN0')
  const asked = [['show'], ['show', '--json'], ['get'], ['get', 'auth'], ['get', 'integrations.webhook.secret']]
  for (const args of [...asked, ['get', 'auth.password_hash', '--json']]) {
    const { status, stdout } = await config(...args)
    expect([status, stdout], args.join(' ')).toEqual([exitCodes.done, expect.stringContaining('set')])
    expect(stdout, args.join(' ')).not.toMatch(/secret-hash|whsec_/)
  }
})

test('all settings are shown, and those that differ from the default are marked', async () => {
  const { config, dir } = home({ relay: { scope: 'contacts' } })
  const { stdout } = await config('show')
  expect(stdout.split('\n')[0]).toBe(dir.configFile)
  expect(stdout).toMatch(/^\* relay\.scope +contacts$/m)
  expect(stdout).toMatch(/^ {2}web\.port +8723$/m)
})

test('listening on the network is refused without a password', async () => {
  const { config, file } = home()
  expect(await config('set', 'web.host', '0.0.0.0')).toMatchObject({
    status: exitCodes.refused,
    stdout: '',
    stderr: expect.stringContaining('service password set'),
  })
  expect(file().web).toBeUndefined()
})

test('while the service runs, the command reports what needs a restart', async () => {
  const { config, dir } = home()
  writeFileSync(dir.webPidFile, `${process.pid}\n`)
  expect((await config('set', 'web.offline_alert_s', '30')).stdout).toContain('In force within two seconds.')
  expect((await config('set', 'web.port', '8730')).stdout).toContain(
    'started anew: end it with Ctrl-C and type service up',
  )
  expect(JSON.parse((await config('unset', 'web.port', '--json')).stdout)).toEqual({
    setting: 'web.port',
    value: 8723,
    restart: 'web',
  })
})

test('a file that is broken or readable by others is refused, and left unchanged', async () => {
  const { config, dir } = home()
  chmodSync(dir.configFile, 0o644)
  expect(await config('set', 'log.level', 'debug')).toMatchObject({ status: exitCodes.refused, stdout: '' })
  chmodSync(dir.configFile, 0o600)
  writeFileSync(dir.configFile, '{"relay":')
  expect(await config('set', 'log.level', 'debug')).toMatchObject({ status: exitCodes.usage, stdout: '' })
  expect(readFileSync(dir.configFile, 'utf8')).toBe('{"relay":')
})
