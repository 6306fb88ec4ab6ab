import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { apiKeyOf } from '../../store/api-keys.ts'
import { writeAtomically } from '../../store/atomic-file.ts'
import { BlueBubblesFile } from '../../store/bluebubbles-file.ts'
import { listenerNotes } from '../../store/bluebubbles-listener.ts'
import { readConfig, saveConfig } from '../../store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runHere } from '../test-run-here.ts'

const folderOfTest = testFolders(onTestFinished)

function homeWithListener() {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  const bluebubbles = (...args: string[]) => runHere(home, ['compat', 'bluebubbles', ...args])
  const config = () => readConfig(dir.configFile).snapshot?.config
  const keyOf = (password: string) => apiKeyOf(password, config()?.auth.api_keys ?? [], Date.now())
  return { home, dir, bluebubbles, keyOf, at: () => config()?.compat.bluebubbles }
}

test('enable creates one API key as password, shows it once, and says that the service has to be started', async () => {
  const { dir, bluebubbles, keyOf, at } = homeWithListener()
  const first = await bluebubbles('enable', '--port', '4321')
  expect(first.status).toBe(exitCodes.done)
  const [, password = ''] = /^Address: {2}http:\/\/127\.0\.0\.1:4321\nPassword: (svc_\w+)\n$/.exec(first.stdout) ?? []
  const key = keyOf(password)
  expect(key).toMatchObject({ label: 'BlueBubbles', scopes: ['read', 'write'] })
  expect(first.stderr).toMatch(/not running.*service up/)
  expect(at()).toMatchObject({ enabled: true, host: '127.0.0.1', port: 4321, key_id: key?.id })
  const again = await bluebubbles('enable')
  expect(again.stdout).toContain('bluebubbles password')
  expect(at()).toMatchObject({ port: 4321, key_id: key?.id })
  const audited = readFileSync(dir.auditFile, 'utf8')
  expect(audited).toMatch(/key_added/)
  expect(audited).not.toContain(password)
})

test('programs read address and password as JSON, and earlier passwords stay valid', async () => {
  const { bluebubbles, keyOf } = homeWithListener()
  const passwords: string[] = []
  for (const _ of [1, 2]) {
    const { url, password, ...more } = JSON.parse((await bluebubbles('enable', '--json')).stdout)
    expect([url, more]).toEqual(['http://127.0.0.1:1234', {}])
    passwords.push(password)
  }
  expect(passwords.map((password) => keyOf(password)?.scopes)).toEqual([
    ['read', 'write'],
    ['read', 'write'],
  ])
})

test('a new password replaces the one before, and other keys stay', async () => {
  const { bluebubbles, keyOf } = homeWithListener()
  const { password: before } = JSON.parse((await bluebubbles('enable', '--json')).stdout)
  const { stdout: password, stderr } = await bluebubbles('password')
  expect([keyOf(before), keyOf(password.trim())?.label]).toEqual([undefined, 'BlueBubbles'])
  expect(stderr).toContain('http://127.0.0.1:1234')
})

test('an address that other devices reach is explained, and needs a yes', async () => {
  const { bluebubbles, at } = homeWithListener()
  const refused = await bluebubbles('enable', '--host', '0.0.0.0')
  expect(refused).toMatchObject({ status: exitCodes.usage, stderr: expect.stringMatching(/not encrypted.*--yes/s) })
  expect(at()?.enabled).toBe(false)
  expect(await bluebubbles('enable', '--host', '0.0.0.0', '--yes')).toMatchObject({ status: exitCodes.done })
  expect(at()).toMatchObject({ enabled: true, host: '0.0.0.0' })
})

test('the port of the page is refused', async () => {
  const { bluebubbles } = homeWithListener()
  const { status, stderr } = await bluebubbles('enable', '--port', '8723')
  expect([status, stderr]).toEqual([exitCodes.usage, expect.stringContaining('--port 8724')])
})

test('the status says what keeps clients from connecting, with an exit code of its own', async () => {
  const { dir, bluebubbles, at } = homeWithListener()
  const status = async () => {
    const { status: code, stdout } = await bluebubbles('status')
    return [code, stdout] as const
  }
  expect(await status()).toEqual([exitCodes.done, expect.stringMatching(/^Off/)])
  await bluebubbles('enable', '--port', '4321')
  expect(await status()).toEqual([exitCodes.notRunning, expect.stringContaining('service up')])
  // Written as a web process would write it.
  writeAtomically(dir.webPidFile, `${process.pid}\n`)
  const notes = listenerNotes(dir)
  const noted = { host: '127.0.0.1', port: 4321, listening_port: null }
  notes.note({ ...noted, problem: { code: 'address_in_use', message: 'Another program uses it.' } })
  expect(await status()).toEqual([exitCodes.needsAttention, expect.stringMatching(/Another program.*--port 4322/)])
  notes.note({ ...noted, listening_port: 4321, problem: null })
  expect(await status()).toEqual([exitCodes.done, expect.stringContaining('Listening at http://127.0.0.1:4321')])
  saveConfig(dir.configFile, { auth: { api_keys: [] } })
  expect(await status()).toEqual([exitCodes.needsAttention, expect.stringContaining('bluebubbles password')])
  expect((await bluebubbles('disable')).stdout).toContain('Off')
  expect(at()?.enabled).toBe(false)
})

test('status and doctor say that clients cannot connect, and what to do', async () => {
  const { dir, bluebubbles, home } = homeWithListener()
  await bluebubbles('enable', '--port', '4321')
  writeAtomically(dir.webPidFile, `${process.pid}\n`)
  const problem = { code: 'address_in_use', message: 'Port 4321 of 127.0.0.1 is in use.' }
  listenerNotes(dir).note({ host: '127.0.0.1', port: 4321, listening_port: null, problem })
  const { stdout: status } = await runHere(home, ['status'], { PATH: '/nowhere' })
  expect(status).toMatch(/BlueBubbles {3}Cannot listen.*in use\..*--port 4322/)
  const { stdout: doctor } = await runHere(home, ['doctor'], { PATH: '/nowhere' })
  expect(doctor).toMatch(/✗ BlueBubbles clients\n.*in use\.\n.*Type: service compat bluebubbles enable --port 4322/)
})

test('webhooks are listed without the passwords in their addresses, and with their secret on demand', async () => {
  const { dir, bluebubbles } = homeWithListener()
  expect((await bluebubbles('webhooks')).stdout).toMatch(/^No client/)
  const file = new BlueBubblesFile({ path: dir.blueBubblesFile, onQuarantine() {} })
  file.addWebhook({ url: 'http://127.0.0.1:9/hook?password=hidden', events: ['*'], owner: '00000000' }, Date.now())
  file.close()
  const { stdout } = await bluebubbles('webhooks')
  expect(stdout).toMatch(/^1 {2}http:\/\/127\.0\.0\.1:9\/hook\?password=…\n {4}Events: \*\n {4}Paused\n$/)
  expect((await bluebubbles('webhooks', '--secrets')).stdout).toMatch(/Secret: whsec_/)
  expect(JSON.parse((await bluebubbles('webhooks', '--json')).stdout)).toMatchObject([{ id: 1, state: 'paused' }])
})

test('the QR code, which holds the password, is drawn for a person at a terminal and nowhere else', async () => {
  const { bluebubbles } = homeWithListener()
  const phone = ['--phone', 'https://mac.tail1234.ts.net:8443']
  for (const args of [['enable'], ['password']]) {
    const { status, stdout, stderr } = await bluebubbles(...args, ...phone)
    expect([status, stderr]).toEqual([exitCodes.done, expect.stringContaining('shown at a terminal only')])
    expect(stdout + stderr).not.toMatch(/[▀▄█]/)
  }
  expect((await bluebubbles('enable', ...phone)).stderr).toContain('bluebubbles password --phone https://mac')
  expect((await bluebubbles('enable', '--phone', 'http://127.0.0.1:1234')).status).toBe(exitCodes.usage)
})
