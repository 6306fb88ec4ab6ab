import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../src/cli/test-run-here.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import type { PluginRecord } from '../../src/contract/plugin.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { anna, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

const folderOfTest = testFolders(onTestFinished)
const example = 'examples/say_hello'

function plugins(home: string, ...args: string[]) {
  return runHere(home, ['plugins', ...args], { PATH: [join(home, 'bin'), process.env.PATH].join(delimiter) })
}

const recordOf = async (home: string, name: string): Promise<PluginRecord | undefined> =>
  JSON.parse((await plugins(home, 'list', '--json')).stdout).find((one: PluginRecord) => one.name === name)

/** A home for tests that leave nothing in it, shared so that the bundled plugins are examined only once. */
const shared = mkdtempSync(join(tmpdir(), 'relay-test-'))
afterAll(() => rmSync(shared, { recursive: true, force: true }))

/** Returns a copy of the example with a change. */
function variant(change: (folder: string) => void): string {
  const folder = join(folderOfTest(), 'say_hello')
  cpSync(example, folder, { recursive: true })
  change(folder)
  return folder
}

const replace = (file: string, from: string, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))

test('a packed plugin is installed, enabled, replies, and is removed without leaving a process', async () => {
  const folder = folderOfTest()
  execFileSync('npm', ['pack', '--pack-destination', folder, join(process.cwd(), example)], { stdio: 'ignore' })
  await using relay = await relaySetup()
  const { home } = relay.mac
  const { base } = dirOf(home)

  const made = await plugins(home, 'install', join(folder, 'service-plugin-say-hello-0.1.0.tgz'))
  expect([made.stderr, made.status]).toEqual(['', exitCodes.done])
  expect(made.stdout).toContain('is handed what is written')
  expect(made.stdout).toContain('Switch it on: service plugins enable say_hello')
  expect(readFileSync(join(base, 'package-lock.json'), 'utf8')).toContain('"integrity": "sha512-')

  await until(async () => (await recordOf(home, 'say_hello'))?.is_installed === true)
  const enabled = await plugins(home, 'enable', 'say_hello')
  expect([enabled.stderr, enabled.stdout]).toEqual(['', expect.stringMatching(/^say_hello is on/)])
  relay.mac.messages.receive({ from: anna, text: 'Hello' })
  const own = () => relay.mac.rows('SELECT attributedBody AS body FROM message WHERE is_from_me = 1')
  await until(() => own().length === 1)
  expect(Buffer.from(own()[0]?.body as Uint8Array).toString()).toContain('Hello to you, too!')

  expect(await plugins(home, 'remove', 'say_hello', '--purge')).toMatchObject({ status: exitCodes.done })
  expect(existsSync(join(base, 'node_modules', 'service-plugin-say-hello'))).toBe(false)
  expect(existsSync(join(base, 'plugins', 'say_hello'))).toBe(false)
  expect(existsSync(join(base, 'packages', 'service-plugin-say-hello-0.1.0.tgz'))).toBe(false)
  await until(async () => (await recordOf(home, 'say_hello')) === undefined)
  const log = readFileSync(dirOf(home).logFile, 'utf8')
  expect(log).not.toContain('cannot be')
})

test('an update that requests more access waits until it is enabled again', async () => {
  const home = folderOfTest()
  expect(await plugins(home, 'install', example, '--yes')).toMatchObject({ status: exitCodes.done })
  const greedy = variant((folder) =>
    replace(
      join(folder, 'index.js'),
      'static NETWORK = []',
      "static NETWORK = [{ host: 'api.example.com', port: 443, reason: 'to tell' }]",
    ),
  )
  const { stdout, status } = await plugins(home, 'install', greedy)
  expect([status, stdout]).toEqual([exitCodes.done, expect.stringContaining('api.example.com:443: to tell')])
  const consent = () => readFileSync(join(dirOf(home).consentsDir, 'say_hello.json'), 'utf8')
  expect(consent()).not.toContain('api.example.com')
  await plugins(home, 'enable', 'say_hello')
  expect(consent()).toContain('api.example.com:443')
})

test.each([
  ['machine code', (folder: string) => writeFileSync(join(folder, 'native.node'), ''), 'is machine code', true],
  [
    'no plugin',
    (folder: string) => replace(join(folder, 'package.json'), 'service.integrations', 'other'),
    'names no plugin',
    false,
  ],
  [
    'another name than its class',
    (folder: string) => replace(join(folder, 'package.json'), '"say_hello": "./', '"say_hallo": "./'),
    'its class say_hello',
    false,
  ],
  [
    'the name of another plugin',
    (folder: string) => {
      replace(join(folder, 'package.json'), '"say_hello": "./', '"webhook": "./')
      replace(join(folder, 'index.js'), "NAME = 'say_hello'", "NAME = 'webhook'")
    },
    'another plugin is called webhook',
    false,
  ],
  [
    'no contract',
    (folder: string) => replace(join(folder, 'index.js'), 'async stop() {}', ''),
    'lacks the method stop',
    false,
  ],
  [
    'the tier of our own parts',
    (folder: string) => replace(join(folder, 'index.js'), "('official')", "('core')"),
    'core is kept',
    false,
  ],
] as const)(
  '%s is refused with the reason, and leaves nothing behind',
  async (_what, change, reason, isPackedWhole) => {
    const home = shared
    const folder = variant((each) => {
      change(each)
      if (isPackedWhole) replace(join(each, 'package.json'), '"index.js"\n', '"index.js", "native.node"\n')
    })
    const { status, stderr } = await plugins(home, 'install', folder)
    expect([status, stderr]).toEqual([exitCodes.refused, expect.stringContaining(reason)])
    expect(existsSync(join(dirOf(home).base, 'node_modules', 'service-plugin-say-hello'))).toBe(false)
  },
)

test('install scripts of a package do not run', async () => {
  const home = shared
  const mark = join(home, 'ran')
  const scripts = ['prepack', 'prepare', 'preinstall', 'install', 'postinstall']
  const folder = variant((each) => {
    const file = join(each, 'package.json')
    const packed = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(
      file,
      JSON.stringify({ ...packed, scripts: Object.fromEntries(scripts.map((name) => [name, `touch ${mark}`])) }),
    )
  })
  expect(await plugins(home, 'install', folder)).toMatchObject({ status: exitCodes.done })
  expect(existsSync(mark)).toBe(false)
})

test('a plugin that was not installed cannot be removed', async () => {
  const home = shared
  expect(await plugins(home, 'remove', 'webhook')).toMatchObject({ status: exitCodes.refused })
  expect(await plugins(home, 'remove', 'nobody')).toMatchObject({ status: exitCodes.usage })
})
