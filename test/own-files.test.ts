/**
 * Replaces every path that a running service creates in its data folder with something else, and checks that nothing
 * elsewhere is touched.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeFlags } from '../src/cli/node-flags.ts'
import { runService } from '../src/cli/test-service.ts'
import { createClient } from '../src/client/client.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { keptKey } from '../src/store/kept-key.ts'
import type { ServiceDir } from '../src/store/service-dir.ts'
import { dirOf } from './harness/bridge-process.ts'
import type { Outcome, Typed } from './harness/one-command-after-another.ts'
import { quickFlags } from './harness/quick-flags.ts'
import { anna, type RelaySetup, relaySetup } from './harness/relay-setup.ts'
import { isWhole } from './harness/told.ts'
import { patienceMs, until } from './harness/until.ts'
import { launchWeb } from './harness/web-process.ts'

interface World {
  relay: RelaySetup
  dir: ServiceDir
  /** The paths below the data folder while everything ran, one of each form. */
  paths: string[]
  /** A folder that no process of the service may touch. */
  outside: string
}

let world: World

beforeAll(async () => {
  const relay = await relaySetup({
    config: {
      relay: { scope: 'everyone', mirror_file: 'mirror.jsonl' },
      rules: [],
    },
  })
  const dir = dirOf(relay.mac.home)
  const web = launchWeb(relay.mac.home)
  const { key } = keptKey(dir, { name: 'command-line', key: { label: 'test', scopes: ['read', 'write'] } })
  const client = createClient({ baseUrl: await web.ready(), key })
  relay.mac.messages.receive({ from: anna, text: 'Hello' })
  await relay.receives('Hello')
  await client.send({ handle: anna, text: 'Good morning' })
  await until(async () => (await client.search({ q: 'Hello' })).results.length > 0)
  const paths = oneOfEachForm(pathsBelow(dir.base))
  web.child.kill('SIGTERM')
  await Promise.all([web.ended, relay.bridge.stop()])
  const outside = join(relay.mac.home, 'outside')
  mkdirSync(outside, { mode: 0o755 })
  world = { relay, dir, paths, outside }
})
afterAll(async () => {
  commands?.kill('SIGKILL')
  await world?.relay[Symbol.asyncDispose]()
})

const pathsBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).map(({ parentPath, name }) => join(parentPath, name))

/** Generated names differ from run to run, and one path represents all others of its form. */
function oneOfEachForm(paths: readonly string[]): string[] {
  const forms = new Map<string, string>()
  for (const path of paths) {
    const form = path.replaceAll(/[0-9a-f]{7,}(-[0-9a-f]+)*|v\d+\.\d+[^/]*/g, '*')
    if (!forms.has(form)) forms.set(form, path)
  }
  return [...forms.values()]
}

let commands: ChildProcess | undefined

/** Runs the command in a process of its own, so that a command that waits for ever at a pipe is noticed. */
async function type(...args: string[]): Promise<Outcome> {
  commands ??= fork(fileURLToPath(new URL('harness/one-command-after-another.ts', import.meta.url)), {
    execArgv: [...quickFlags(nodeFlags)],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  commands.send({ home: world.relay.mac.home, args } satisfies Typed)
  const over = new AbortController()
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), over.signal])
  const answer = once(commands, 'message', { signal }).then(([outcome]) => outcome as Outcome)
  const death = once(commands, 'exit', { signal }).then(([code, name]) => ({
    status: -1,
    said: `It died: ${code ?? name}`,
  }))
  const outcome = await Promise.race([answer, death]).catch(() => ({ status: -1, said: 'It hangs.' }))
  for (const settled of [answer, death]) settled.catch(() => undefined)
  over.abort()
  if (outcome.status !== -1) return outcome
  commands.kill('SIGKILL')
  commands = undefined
  return outcome
}

const longAgo = [new Date('2020-01-01'), new Date('2020-01-02')] as const

/**
 * Describes what others would notice: content, mode, names, and times of reading and writing. Describing a path
 * restores its times.
 */
function looks(path: string): string[] {
  const stats = lstatSync(path)
  const below = stats.isDirectory() ? readdirSync(path).flatMap((name) => looks(join(path, name))) : []
  const content = stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
  // Reading updates a file's access time only if that time is older than its last write.
  if (!stats.isSocket()) utimesSync(path, ...longAgo)
  return [`${path} ${stats.mode.toString(8)} ${stats.mtimeMs} ${stats.atimeMs} ${content}`, ...below]
}

/** Replaces a path as a stranger could; `undo` restores it. */
function exchange(path: string, kind: Kind): () => void {
  const { outside } = world
  const [former, other] = [join(outside, 'former'), join(outside, 'other')]
  const isFolder = lstatSync(path).isDirectory()
  renameSync(path, former)
  if (kind === 'a link') symlinkSync(former, path)
  if (kind === 'a hard link') {
    writeFileSync(other, readFileSync(former), { mode: 0o644 })
    linkSync(other, path)
  }
  if (kind === 'a pipe') execFileSync('mkfifo', [path])
  if (kind === 'the other kind') isFolder ? writeFileSync(path, '') : mkdirSync(path)
  looks(outside)
  return () => {
    rmSync(path, { recursive: true, force: true })
    // A cache with something strange in it may have been removed whole.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    renameSync(former, path)
    rmSync(other, { force: true })
  }
}

const kinds = ['a link', 'a hard link', 'a pipe', 'the other kind'] as const
type Kind = (typeof kinds)[number]

const commandsOfTest = ['bridge', 'web', 'status', 'config', 'doctor']

/**
 * The suite runs two of the commands for each path, one of the processes and another command in turn; `npm run proof --
 * whole` runs all of them.
 */
function commandsFor(path: number, kind: Kind): string[] {
  if (isWhole) return commandsOfTest
  const turn = path + kinds.indexOf(kind)
  return [commandsOfTest[turn % 2] ?? '', commandsOfTest[2 + (turn % 3)] ?? '']
}

/** Paths that are recreated, set aside, or belong to a plugin, where others are refused. */
const recovers = (place: string, kind: Kind): boolean =>
  /^cache\/(media|plugins\/[^/]+)\//.test(place) ||
  (/^cache\/plugins\//.test(place) && kind === 'the other kind') ||
  /^plugins\/[^/]+\/./.test(place) ||
  /^run\/[^/]+\/./.test(place) ||
  // A file that nothing reads, such as one that the Finder leaves, does no harm next to folders.
  (/^(run|plugins|uploads|cache)\/[^/]+$/.test(place) && kind === 'the other kind') ||
  (place === 'state/state.json' && kind === 'the other kind')

test.each(kinds)('when a stranger replaces any path with %s, nothing elsewhere is touched', async (kind) => {
  const { dir, outside, paths } = world
  const wrong: string[] = []
  const tried: string[] = []
  for (const [index, path] of paths.entries()) {
    const place = relative(dir.base, path)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    // The path is gone with the process, or cannot be made of this kind.
    if (stats === undefined || stats.isSocket() || (stats.isDirectory() && kind === 'a hard link')) continue
    tried.push(place)
    const undo = exchange(path, kind)
    const before = looks(outside)
    for (const command of commandsFor(index, kind)) {
      const args = command === 'config' ? ['config', 'show'] : command === 'web' ? ['web', '--port', '0'] : [command]
      const { status, said } = await type(...args)
      const isRefused = status === exitCodes.refused && said.includes(place)
      if (!isRefused && !recovers(place, kind)) wrong.push(`${command}: ${place} → ${status}: ${said.slice(0, 300)}`)
      if (status === -1) wrong.push(`${command}: ${place}: ${said}`)
      const touched = looks(outside).filter((line) => !before.includes(line))
      if (touched.length > 0) wrong.push(`${command}: ${place} touched ${touched.join(', ')}`)
    }
    undo()
  }
  expect(wrong).toEqual([])
  expect(tried.length).toBeGreaterThan(20)
})

test.each([
  ['bridge'],
  ['web', '--port', '0'],
  ['status'],
  ['doctor'],
  ['mcp'],
  ['config', 'show'],
  ['keys', 'list'],
  ['plugins', 'list'],
  ['logs'],
  ['backup', '--to', '/dev/null/none'],
])('`service %s` reports a linked folder by its name, and does not touch its target', (...args) => {
  const { dir, outside, relay } = world
  const undo = exchange(dir.stateDir, 'a link')
  const before = looks(outside)
  const { status, stdout, stderr } = runService(relay.mac.home, args)
  const touched = looks(outside).filter((line) => !before.includes(line))
  undo()
  expect({ status, said: `${stdout}${stderr}`, touched }).toEqual({
    status: exitCodes.refused,
    said: expect.stringContaining(`${dir.stateDir} is a link.`),
    touched: [],
  })
})

test.each(['after an end in good order', 'after a crash'])(
  '`service status` and `service doctor` write nothing, %s',
  async (how) => {
    const { dir, relay } = world
    await relay.restart()
    await (how === 'after a crash' ? relay.bridge.kill() : relay.bridge.stop())
    // After a crash, the processes of the bridge end what they have begun.
    await until(() => !isUsedBelow(dir.base), { describe: () => 'all processes of the bridge to end' })
    rmSync(dir.lastGoodConfigFile, { force: true })
    looks(dir.base)
    const before = looks(dir.base).map(withoutReadTime)
    for (const command of ['status', 'doctor']) runService(relay.mac.home, [command])
    expect(looks(dir.base).map(withoutReadTime)).toEqual(before)
  },
)

/** Says whether a process still runs that was started with a path below this folder. */
const isUsedBelow = (folder: string): boolean =>
  execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).includes(`${folder}/`)

/** These commands do read the files. */
const withoutReadTime = (look: string): string => look.replace(/^(.*) (\d+) ([\d.]+) [\d.]+ (\w*)$/, '$1 $2 $3 $4')
