import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { exitCodes } from '../../../src/contract/errors.ts'
import { type BridgeProcess, configure, dirOf, startBridge } from '../../harness/bridge-process.ts'
import { tell } from '../../harness/told.ts'
import { until } from '../../harness/until.ts'
import { keyWith, signedIn } from '../../harness/web-here.ts'
import { launchWeb, type WebProcess, webProcess } from '../../harness/web-process.ts'

const anna = '+12025550123'
const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0
const [nobody, openedFile, openedFolder] = ['65534', 0o644, 0o755]

let web: WebProcess
let bridge: BridgeProcess
let base: string

/** Uses everything once, so that every possible file exists. */
beforeAll(async () => {
  web = await webProcess({ config: { relay: { scope: 'everyone', mirror_file: 'mirror.jsonl' } } })
  const { home, messages } = web.mac
  base = dirOf(home).base
  bridge = startBridge({ home })
  await bridge.polling()
  messages.receive({
    from: anna,
    text: 'Hello',
    files: [sampleFile('jpeg', 1), sampleFile('heic', 2), sampleFile('caf', 3)],
  })
  const headers = await signedIn(web.url)
  const ask = (path: string, options: RequestInit = {}) =>
    fetch(`${web.url}${path}`, { ...options, headers: { ...headers, 'content-type': 'application/json' } })
  const [{ guid }] = (await (await ask('/api/v1/conversations')).json()) as [{ guid: string }]
  const thread = `/api/v1/conversations/${encodeURIComponent(guid)}`
  const [{ rowid, attachments }] = (await (await ask(`${thread}/messages`)).json()) as [
    { rowid: number; attachments: { url: string }[] },
  ]
  for (const { url } of attachments)
    for (const query of ['?thumb=240', '?format=jpeg', '?format=m4a']) await (await ask(`${url}${query}`)).arrayBuffer()
  await ask(`${thread}/read`, { method: 'POST', body: JSON.stringify({ rowid }) })
  const key = await keyWith(web, headers)
  await fetch(`${web.url}/api/v1/conversations`, { headers: { authorization: `Bearer ${key}` } })
  const expected = [
    'search.db',
    'state/sessions.db',
    'audit.jsonl',
    'cache/media',
    'mirror.jsonl',
    'state/api_keys_use.json',
  ]
  const missing = () => expected.filter((name) => !files().some((file) => file.startsWith(name)))
  await until(() => missing().length === 0, { describe: () => missing().join(', ') })
})

afterAll(async () => {
  await bridge?.kill()
  await web?.[Symbol.asyncDispose]()
})

/** Returns what is below the base directory, by name relative to it. */
const below = () =>
  readdirSync(base, { recursive: true, withFileTypes: true }).map((entry) => ({
    name: relative(base, join(entry.parentPath, entry.name)),
    isFolder: entry.isDirectory(),
  }))
const files = () => below().flatMap(({ name, isFolder }) => (isFolder ? [] : [name]))

/** Returns what others may access, as `mode name`. */
const openToOthers = () =>
  ['', ...below().map(({ name }) => name)].flatMap((name) => {
    const mode = lstatSync(join(base, name), { throwIfNoEntry: false })?.mode ?? 0
    return (mode & 0o077) === 0 ? [] : [`${(mode & 0o777).toString(8)} ${name}`]
  })

test('none of our files and folders is accessible to other accounts', (context) => {
  tell(context, { entries: below().length, open: openToOthers().length })
  expect(openToOthers()).toEqual([])
  expect(files().length).toBeGreaterThan(15)
})

test.runIf(isLinuxRoot)('another account reads none of them, even where it may enter the home folder', () => {
  chmodSync(web.mac.home, openedFolder)
  const asNobody = (...command: string[]) =>
    spawnSync('setpriv', [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...command], { encoding: 'utf8' })
  expect(asNobody('ls', web.mac.home).status).toBe(0)
  expect(asNobody('ls', base).status).not.toBe(0)
  // Opens only the base folder: each file in it has to protect its own secret.
  chmodSync(base, openedFolder)
  for (const { name, isFolder } of below()) {
    const { status, stdout } = asNobody(...(isFolder ? ['ls'] : ['cat']), join(base, name))
    expect([name, stdout, status === 0]).toEqual([name, '', false])
  }
})

test('permissions that were widened are narrowed at the next start, and the log reports it', async () => {
  await web.stop()
  await bridge.stop()
  const settings = ['config.json', 'state/config.last-good.json']
  for (const { name, isFolder } of below())
    if (!settings.includes(name)) chmodSync(join(base, name), isFolder ? openedFolder : openedFile)
  const again = launchWeb(web.mac.home)
  await again.ready()
  again.child.kill('SIGTERM')
  await again.ended
  // Behind folders that are closed again, locks, which are empty, and files that can be recreated at any time may stay
  // as they are.
  expect(openToOthers().filter((found) => !/\.lock$| cache\/(media|plugins)/.test(found))).toEqual([])
  for (const folder of [base, dirOf(web.mac.home).mediaCacheDir]) expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readFileSync(dirOf(web.mac.home).logFile, 'utf8')).toMatch(
    /"level":"warn","msg":"[^"]*could be read by others/,
  )
})

test('settings that others could read are refused until the user has checked them, because their secrets may be known', async () => {
  using mac = temporaryMac()
  configure(mac.home, {})
  const { configFile } = dirOf(mac.home)
  for (const mode of [0o644, 0o640, 0o604, 0o622]) {
    chmodSync(configFile, mode)
    const refused = launchWeb(mac.home)
    expect([mode, await refused.ended]).toEqual([mode, exitCodes.refused])
    expect(refused.said()).toContain('chmod 600')
    expect(statSync(configFile).mode & 0o777).toBe(mode)
  }
})
