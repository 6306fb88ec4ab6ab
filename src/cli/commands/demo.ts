/** `service demo`: a simulated Mac in a folder, people who talk on it, and the service relaying to a webhook on loopback. */
import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { createMac } from '../../../simulator/create.ts'
import { manifestPath, readManifest } from '../../../simulator/manifest.ts'
import { programsFolder } from '../../../simulator/paths.ts'
import { installPrograms } from '../../../simulator/programs/install.ts'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { saveConfig } from '../../store/config-file.ts'
import { requireFolder } from '../../store/owned-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { environmentOf } from '../environment.ts'
import { startDemoReceiver } from '../foreground/demo-receiver.ts'
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
      'try the service without a Mac: a simulated one with people who talk, relayed to a webhook on this machine',
    )
    .option('--dir <folder>', 'where the simulated Mac lies; made when it is not there')
    .addHelpText('after', '\nExamples:\n  service demo\n  service demo --dir /tmp/my-mac')
    .action(async (options: DemoOptions) => {
      process.exitCode = await runDemo(options)
    })
}

/** Resolves with an exit code when the user ends it. */
export async function runDemo({ dir }: DemoOptions): Promise<number> {
  const home = resolve(dir ?? join(tmpdir(), `${names.command}-demo-${userInfo().uid}`))
  if (dir === undefined) requireOwnHome(home)
  if (!existsSync(manifestPath(home))) {
    if (isTaken(home)) return refuse(home)
    makeMac(home)
  }
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const receiver = await startDemoReceiver(secret)
  const base = join(home, names.baseDirectory)
  prepareServiceDir(serviceDir(base))
  saveConfig(serviceDir(base).configFile, {
    relay: { scope: 'everyone' },
    integrations: { webhook: { enabled: true, url: receiver.url, secret } },
    // The usual one may be taken by the service itself.
    web: { port: await freePort() },
  })
  process.stdout.write(introduction(home, receiver.url))
  const env = environmentOf(home, programsFolder(home))
  const talk = startService(['sim', 'live', home], { env })
  const code = await runInForeground({ base, env }, [talk, receiver])
  process.stdout.write(`\n${receiver.received} messages reached the webhook.\n`)
  return code
}

/** Anybody may put a folder of this name among the temporary files, and programs in it would be run. Throws `unsafe_file`. */
function requireOwnHome(home: string): void {
  const stats = lstatSync(home, { throwIfNoEntry: false })
  if (stats) requireFolder(home, stats)
}

/** Made beside its place and moved there: one that was interrupted would be taken for whole. */
function makeMac(home: string): void {
  mkdirSync(dirname(home), { recursive: true })
  const unfinished = mkdtempSync(`${home}.`)
  createMac(unfinished)
  renameSync(unfinished, home)
  // Each program knows the home that it was installed in.
  installPrograms(home)
}

const isTaken = (home: string): boolean => existsSync(home) && readdirSync(home).length > 0

/** Somebody's own home, perhaps: neither a Mac nor settings are written there. */
function refuse(home: string): number {
  process.stderr.write(`${home} is not empty and holds no simulated Mac. Name a new or an empty folder.\n`)
  return exitCodes.refused
}

const introduction = (home: string, url: string): string => `
  Simulated Mac   ${home} (macOS ${readManifest(home).macos})
  Webhook         ${url}, which this demo answers itself
  Say something   ${typed} sim receive ${home} --from +12025550123 --text "Hello"
  Status          HOME=${home} ${typed} status
  End             Ctrl-C

`
