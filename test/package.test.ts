import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../src/contract/errors.ts'
import { tools } from '../src/mcp/tools/index.ts'
import { testFolders } from '../src/store/test-folder.ts'
import { build, installPacked, type Packed, pack, root } from './harness/built.ts'
import { type InstalledService, installedService } from './harness/installed-service.ts'
import { anna } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'

const setupMs = 300_000
/** The most that the package may hold, with the code of all dependencies. */
const most = { bytes: 3_800_000, files: 800 }

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folderOfTest = testFolders(onTestFinished)
const prefix = mkdtempSync(join(tmpdir(), 'installed-'))
const program = join(prefix, 'bin', 'service')
const ofPackage = join(prefix, 'lib', 'node_modules', 'local-messaging-relay')

let packed: Packed
let installation: string
let service: InstalledService
beforeAll(async () => {
  build()
  packed = pack(join(prefix, 'tarball'))
  mkdirSync(join(prefix, 'lib'))
  installation = installPacked(packed, prefix)
  service = await installedService(program, [dirname(process.execPath)])
}, setupMs)
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  rmSync(prefix, { recursive: true, force: true })
})

test('the package contains what users need and nothing else, and is small', () => {
  expect(packed.files).toContain('dist/ui/dist/index.html')
  expect(packed.files).toContain('dist/src/plugin-api/index.d.ts')
  for (const chunks of ['dist/chunks', 'dist/src/plugins/chunks'])
    expect(packed.files).toContain(`${chunks}/licenses.md`)
  const roots = new Set(packed.files.map((path) => path.split('/')[0]))
  expect([...roots].toSorted()).toEqual(
    [
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'examples',
      'package.json',
      'src',
    ].toSorted(),
  )
  expect(
    packed.files.filter((path) => /\.test\.|\/fixtures\/|temporary-mac|(?<!\.d)\.ts$|\.env|\.map$/.test(path)),
  ).toEqual([])
  expect(packed.bytes).toBeLessThan(most.bytes)
  expect(packed.files.length).toBeLessThan(most.files)
})

test('every link in its pages leads to something in the package', () => {
  const pages = packed.files.filter((path) => path.endsWith('.md'))
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/getting-started.md', 'docs/api.md']))
  const leadNowhere = (page: string): string[] => {
    const prose = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '')
    const links = [
      ...prose.matchAll(/\]\((?!\w+:|#)([^)]+)/g),
      ...prose.matchAll(/(?:src|srcset|href)="(?!\w+:|#)([^"]+)"/g),
    ]
    const targets = links.map(([, link = '']) => posix.join(posix.dirname(page), link.replace(/#.*/, '')))
    return targets.filter((target) => !packed.files.includes(target)).map((target) => `${page}: ${target}`)
  }
  expect(pages.flatMap(leadNowhere)).toEqual([])
})

test('the package holds only those sources that its pages link to', () => {
  const readmes = packed.files.filter((path) => path.startsWith('src/'))
  expect(readmes.filter((path) => !/^src\/integrations\/\w+\/README\.md$/.test(path))).toEqual([])
})

test('installing the package runs nothing, and npm prints no warning', () => {
  const { scripts } = JSON.parse(readFileSync(join(ofPackage, 'package.json'), 'utf8'))
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(scripts).not.toHaveProperty(name)
  expect(installation).not.toMatch(/install-scripts|deprecated|EBADENGINE/)
})

test('no chunk is stored at two bytes a character, or contains parts of Fastify that never run', () => {
  const chunks = globSync('dist/**/chunks/*.js', { cwd: ofPackage })
  expect(chunks).not.toEqual([])
  for (const chunk of chunks) {
    const code = readFileSync(join(ofPackage, chunk), 'utf8')
    expect(code.match(/[^\0-\xff]/)?.[0], chunk).toBeUndefined()
    expect(code, chunk).not.toMatch(/\brequire_(pino|fast_json_stringify)\b/)
    expect(code, chunk).not.toMatch(/__require\("node:http(s|2)"\)/)
  }
})

test('compiled code is cached in the folder of the package', () => {
  expect(service.run('--version').status).toBe(exitCodes.done)
  expect(globSync('node_modules/.cache/service/*/*', { cwd: ofPackage })).not.toEqual([])
})

test('the command reports its release and its abilities', () => {
  expect(service.run('--version')).toEqual({ status: exitCodes.done, stdout: `${version}\n`, stderr: '' })
  const { status, stdout } = service.run('--help')
  expect(status).toBe(exitCodes.done)
  for (const command of ['up', 'install', 'doctor', 'mcp', 'demo', 'sim'])
    expect(stdout).toMatch(new RegExp(`^ +${command} `, 'm'))
})

test('under launchd the package relays, serves its page, passes its own checks and answers a language model', async () => {
  const { mac, receiver, run, url, mcp } = service
  const installed = run('install')
  expect([installed.stderr, installed.status]).toEqual(['', exitCodes.done])
  mac.messages.receive({ from: anna, text: 'From the package' })
  await until(() => receiver.texts().includes('From the package'))
  const page = await (await fetch(`${url}/app/`)).text()
  const [, script = ''] = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page) ?? []
  expect((await fetch(url + script)).headers.get('content-type')).toContain('javascript')
  expect((await fetch(`${url}/api/docs`)).status).toBe(200)
  expect(await (await fetch(`${url}/version`)).json()).toMatchObject({ release: version })
  const found = async () => (await (await fetch(`${url}/api/v1/search?q=package`)).text()).includes('From the package')
  await until(found)
  const { files } = JSON.parse(run('doctor', '--json').stdout)
  expect(files.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
  {
    const client = await mcp()
    onTestFinished(() => client[Symbol.asyncDispose]())
    expect(await client.tools()).toHaveLength(tools.length)
    const { structured } = await client.call('search_messages', { query: 'package' })
    expect(JSON.stringify(structured)).toContain('From the package')
  }
  expect(run('uninstall').status).toBe(exitCodes.done)
})

test('a user without a Mac can try it on a simulated one', async () => {
  const [home, temporary] = [folderOfTest(), folderOfTest()]
  const up = spawn(program, ['up'], { env: { ...service.env, HOME: home, TMPDIR: temporary } })
  onTestFinished(() => void up.kill('SIGKILL'))
  const ended = once(up, 'exit')
  let said = ''
  for (const stream of [up.stdout, up.stderr])
    stream.on('data', (text) => {
      said += text
    })
  await until(() => said.includes('webhook ✓'), { describe: () => said })
  up.kill('SIGINT')
  expect((await ended)[0]).toBe(exitCodes.done)
})

test('on a Node that is too old the command says so, with the remedy', () => {
  const entry = join(ofPackage, 'bin', 'installed.mjs')
  const as = (release: string) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${release}' })`
    return spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, entry, '--version'],
      {
        encoding: 'utf8',
      },
    )
  }
  for (const release of ['20.19.5', '22.17.1', '23.11.1']) {
    const { status, stderr } = as(release)
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`needs Node 22.18 or later of 22, or 24 or later; this is Node ${release}`),
    ])
  }
  for (const release of ['22.18.0', '24.0.0', '25.0.0']) expect(as(release).status).toBe(0)
  expect(execFileSync(process.execPath, ['--check', entry], { encoding: 'utf8' })).toBe('')
})
