/** `service demo`: runs a simulated Mac with people who talk, and the service that relays to a webhook on loopback. */
import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { createMac } from '../../../simulator/create.ts'
import { manifestPath, readManifest } from '../../../simulator/manifest.ts'
import { programsFolder } from '../../../simulator/paths.ts'
import { installPrograms } from '../../../simulator/programs/install.ts'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { hasCode, ServiceError } from '../../domain/service-error.ts'
import { saveConfig } from '../../store/config-file.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { requireFolder } from '../../store/owned-file.ts'
import { acquireProcessLock, type ProcessLock } from '../../store/process-lock.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { environmentOf } from '../environment.ts'
import { type DemoReceiver, portOfDemo, startDemoReceiver } from '../foreground/demo-receiver.ts'
import { freePort } from '../foreground/free-port.ts'
import { startService } from '../foreground/processes.ts'
import { runInForeground } from '../foreground/run-service.ts'
import { typed } from '../own-command.ts'

interface DemoOptions {
  dir?: string
}

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Try the service on a simulated Mac: people write, and a webhook on this machine receives their messages',
    )
    .option('--dir <folder>', 'Folder of the simulated Mac; created if missing')
    .addHelpText('after', '\nExamples:\n  service demo\n  service demo --dir /tmp/my-mac')
    .action(async (options: DemoOptions) => {
      process.exitCode = await runDemo(options)
    })
}

/** Resolves with an exit code when the user ends it. */
export async function runDemo({ dir }: DemoOptions): Promise<number> {
  const wanted = dir === undefined ? usualFolder(1) : resolve(dir)
  const claimed = dir === undefined ? usualDemo() : claimDemo(wanted)
  if (claimed === undefined) return refuse(wanted)
  const { home, lock } = claimed
  const base = join(home, names.baseDirectory)
  const receiver = await preparedReceiver(serviceDir(base), { isFirst: home === usualFolder(1) })
  process.stdout.write(introduction(home, receiver?.url))
  const env = environmentOf(home, programsFolder(home))
  const talk = startService(['sim', 'live', home], { env })
  const code = await runInForeground({ base, env }, receiver === undefined ? [talk] : [talk, receiver])
  if (receiver !== undefined) process.stdout.write(`\n${receiver.received} messages reached the webhook.\n`)
  lock.release()
  return code
}

interface ClaimedDemo {
  home: string
  lock: ProcessLock
}

const mostAtOnce = 20

const usualFolder = (number: number): string =>
  join(tmpdir(), `${names.command}-demo-${userInfo().uid}${number === 1 ? '' : `-${number}`}`)

/** Claims the first folder among the temporary files in which no other demo runs. */
function usualDemo(number = 1): ClaimedDemo | undefined {
  const home = usualFolder(number)
  try {
    requireOwnHome(home)
    return claimDemo(home)
  } catch (error) {
    if (hasCode(error, 'already_running') && number < mostAtOnce) return usualDemo(number + 1)
    throw error
  }
}

/**
 * Claims the folder for this demo only, before anything in it is changed: another demo running there would continue
 * with settings that are not its own. Throws `already_running`; undefined where something else is in the folder.
 */
function claimDemo(home: string): ClaimedDemo | undefined {
  if (!existsSync(manifestPath(home))) {
    if (isTaken(home)) return undefined
    makeMac(home)
  }
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  const lock = lockFor(home, { lockFile: join(dir.stateDir, 'demo.lock'), pidFile: join(dir.stateDir, 'demo.pid') })
  try {
    // Detects a service that somebody started there without a demo.
    for (const files of [dir, { lockFile: dir.webLockFile, pidFile: dir.webPidFile }]) lockFor(home, files).release()
  } catch (error) {
    lock.release()
    throw error
  }
  // Each program contains the home that it was installed in, and the path of this release.
  installPrograms(home)
  return { home, lock }
}

function lockFor(home: string, files: Parameters<typeof acquireProcessLock>[0]): ProcessLock {
  try {
    return acquireProcessLock(files)
  } catch (error) {
    if (!hasCode(error, 'already_running')) throw error
    const { pid } = error.details
    const what = `${home} is in use by process ${pid ?? 'unknown'}. Name another folder with --dir, or end that process.`
    throw new ServiceError('already_running', what, error.details, { cause: error })
  }
}

/**
 * Anybody can create a folder of this name among the temporary files, and its programs would be run. Throws
 * `unsafe_file`.
 */
function requireOwnHome(home: string): void {
  const stats = lstatSync(home, { throwIfNoEntry: false })
  if (stats) requireFolder(home, stats)
}

/**
 * Creates the Mac beside its final place and moves it there; an interrupted one would otherwise be taken for complete.
 */
function makeMac(home: string): void {
  mkdirSync(dirname(home), { recursive: true })
  const unfinished = mkdtempSync(`${home}.`)
  createMac(unfinished)
  try {
    renameSync(unfinished, home)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another demo that was started at the same time has created one.
    if (!existsSync(manifestPath(home))) throw error
  }
}

/**
 * Starts the receiver that the settings of this demo point to. The settings are written once; later only a port that is
 * taken by another program is changed. Undefined where the webhook points elsewhere by now.
 */
async function preparedReceiver(dir: ServiceDir, { isFirst }: FirstSettings): Promise<DemoReceiver | undefined> {
  if (!existsSync(dir.configFile)) return firstReceiver(dir, { isFirst })
  const { config, problem } = loadConfig(dir)
  if (problem !== undefined) process.stderr.write(`${problem.messageFor('terminal')}\n`)
  const { url = '', secret = '' } = { ...config.integrations.webhook } as Record<string, unknown>
  const port = portOfDemo(String(url))
  const receiver = port === undefined ? undefined : await startDemoReceiver(String(secret), port)
  // 0 lets the system choose.
  const webPort = config.web.port === 0 ? 0 : await freePort(config.web.port)
  const changed = {
    ...(receiver !== undefined && receiver.url !== url && { integrations: { webhook: { url: receiver.url } } }),
    ...(webPort !== config.web.port && { web: { port: webPort } }),
  }
  if (Object.keys(changed).length > 0 && problem === undefined) saveConfig(dir.configFile, changed)
  return receiver
}

interface FirstSettings {
  /** Whether this is the first demo, usually the only one. */
  isFirst: boolean
}

async function firstReceiver(dir: ServiceDir, { isFirst }: FirstSettings): Promise<DemoReceiver> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const receiver = await startDemoReceiver(secret)
  saveConfig(dir.configFile, {
    relay: { scope: 'everyone' },
    integrations: { webhook: { enabled: true, url: receiver.url, secret } },
    // The usual port may be taken by the service itself; of two demos that start at the same time, only one may use it.
    web: { port: isFirst ? await freePort() : await freePort(0) },
  })
  return receiver
}

const isTaken = (home: string): boolean => existsSync(home) && readdirSync(home).length > 0

/** The folder may be somebody's own home, so neither a Mac nor settings are written there. */
function refuse(home: string): number {
  process.stderr.write(`${home} is not empty and holds no simulated Mac. Name a new or an empty folder.\n`)
  return exitCodes.refused
}

const introduction = (home: string, url: string | undefined): string => `
  Simulated Mac   ${home} (macOS ${readManifest(home).macos})
  Webhook         ${url === undefined ? 'as its settings say' : `${url}, which this demo answers itself`}
  Say something   ${typed} sim receive ${home} --from +12025550123 --text "Hello"
  Status          HOME=${home} ${typed} status
  End             Ctrl-C

`
