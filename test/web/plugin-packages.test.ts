import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { type BridgeHere, bridgeHere } from '../harness/bridge-here.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { until } from '../harness/until.ts'
import { keyWith, password, signIn, type WebHere, webHere } from '../harness/web-here.ts'

const folderOfTest = testFolders(afterAll)
const installedAs = 'service-plugin-say-hello'

let bytes: Buffer<ArrayBuffer>
let bridge: BridgeHere
let web: WebHere
let admin: WebHere['client']

beforeAll(async () => {
  bytes = pack()
  bridge = await bridgeHere()
  web = await webHere({ over: bridge.mac, installs: true })
  await expect(web.client.install_plugin({ package: installedAs, password })).rejects.toMatchObject({
    code: 'no_password',
  })
  const browser = await signIn(web)
  admin = createClient({ baseUrl: web.url, key: await keyWith(web, browser) })
})

afterAll(async () => {
  await web?.[Symbol.asyncDispose]()
  await bridge?.[Symbol.asyncDispose]()
})

const base = () => dirOf(bridge.mac.home).base
const isThere = () => existsSync(join(base(), 'node_modules', installedAs))
const audited = () => readFileSync(dirOf(bridge.mac.home).auditFile, 'utf8').trim().split('\n')
const record = async () => (await admin.list_plugins()).find(({ name }) => name === 'say_hello')

/** While npm runs, this process reads nothing: a connection that the service closes meanwhile would look alive. */
function pack(): Buffer<ArrayBuffer> {
  const folder = folderOfTest()
  execFileSync('npm', ['pack', '--pack-destination', folder, join(process.cwd(), 'examples/say_hello')], {
    stdio: 'ignore',
  })
  return readFileSync(join(folder, readdirSync(folder)[0] ?? ''))
}

const packed = () => new File([bytes], 'anything')

test('installing requires the password again: neither a key nor a session is enough', async () => {
  const wrong = { password: 'not the password' }
  await expect(admin.upload_plugin({ ...wrong, file: packed() })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(admin.install_plugin({ ...wrong, package: installedAs })).rejects.toMatchObject({ code: 'forbidden' })
  expect(isThere()).toBe(false)
  expect(audited().at(-1)).toMatch(/"action":"password_asked","principal":"key:.*"result":"refused"/)
})

test('only packages of the registry are installed, and no files of this Mac', async () => {
  await expect(admin.install_plugin({ package: '../examples/say_hello', password })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { path: 'package' },
  })
})

test('a file that is not a package is refused', async () => {
  const file = new File(['no package'], 'x.tgz')
  await expect(admin.upload_plugin({ password, file })).rejects.toMatchObject({ code: 'plugin_refused' })
})

test('a package is installed, stays off, reports its permissions, and is removed with its data', async () => {
  const made = await admin.upload_plugin({ password, file: packed() })
  expect(made).toMatchObject({
    package: installedAs,
    version: '0.1.0',
    plugins: [{ name: 'say_hello', tier: 'official', network: [] }],
  })
  expect(isThere()).toBe(true)
  await until(() => readdirSync(join(base(), 'uploads', 'web')).length === 0)
  expect(readdirSync(join(base(), 'cache')).filter((name) => /^(uploaded|install)-/.test(name))).toEqual([])
  await until(async () => (await record())?.is_installed === true)
  expect(await record()).toMatchObject({ enabled: false, status: 'off' })
  await admin.enable_plugin({ name: 'say_hello' })
  await until(async () => (await record())?.status === 'running')
  await admin.remove_plugin({ name: 'say_hello', purge: true })
  expect(isThere()).toBe(false)
  expect(existsSync(join(base(), 'plugins', 'say_hello'))).toBe(false)
  expect((await admin.get_settings()).integrations.say_hello).toBeUndefined()
  expect(audited().at(-1)).toMatch(/"action":"plugin_removed","principal":"key:/)
  await until(async () => (await record()) === undefined)
})

test('a bundled plugin cannot be removed', async () => {
  await expect(admin.remove_plugin({ name: 'webhook' })).rejects.toMatchObject({ code: 'plugin_refused' })
})
