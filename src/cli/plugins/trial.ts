/** Tries a plugin on a simulated Mac of its own, with the real bridge and only this plugin, in the usual sandbox. */

import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createMac } from '../../../simulator/create.ts'
import { type Mac, openMac } from '../../../simulator/mac.ts'
import { programsFolder } from '../../../simulator/paths.ts'
import { removeHome } from '../../../simulator/remove-home.ts'
import { systemClock } from '../../base/clock.ts'
import { silentLog } from '../../contract/log-entry.ts'
import { names } from '../../contract/names.ts'
import type { PluginRecord } from '../../contract/plugin.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { Catalog } from '../../plugins/catalog.ts'
import { findWall } from '../../plugins/isolation/wall.ts'
import type { Manifest } from '../../plugins/plugin-contract.ts'
import { saveConfig } from '../../store/config-file.ts'
import { readJournal } from '../../store/journal/reader.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { environmentOf } from '../environment.ts'
import { type ForegroundProcess, startService } from '../foreground/processes.ts'
import { nodeFlags } from '../node-flags.ts'

export interface Trial {
  home: string
  dir: ServiceDir
  manifest: Manifest
  env: NodeJS.ProcessEnv
  mac: Mac
  bridge: ForegroundProcess
  /** Stops everything, and leaves nothing on the disk. */
  stop(): Promise<void>
}

interface TrialOptions {
  folder: string
  settings: Readonly<Record<string, unknown>>
}

/** Rejects with `plugin_invalid` where the plugin violates the contract or does not start. */
export async function startTrial({ folder, settings }: TrialOptions): Promise<Trial> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), `${names.command}-try-`)))
  let [mac, bridge]: [Mac | undefined, ForegroundProcess | undefined] = [undefined, undefined]
  const stop = async () => {
    await bridge?.stop()
    mac?.close()
    removeHome(home)
  }
  try {
    createMac(home, { messages: 50, chats: 5 })
    const dir = serviceDir(join(home, names.baseDirectory))
    prepareServiceDir(dir)
    const manifest = await putPlugin(folder, dir)
    const integrations = { [manifest.name]: { ...settings, enabled: true } }
    saveConfig(dir.configFile, { relay: { scope: 'everyone', poll_interval_s: 0.2 }, integrations })
    mac = openMac(home)
    const env = environmentOf(home, programsFolder(home))
    bridge = startService(['bridge'], { env, flags: nodeFlags })
    await awaitStart(manifest.name, dir, bridge)
    return { home, dir, manifest, env, mac, bridge, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Copies the plugin to where an installed one would be, so that it finds its dependencies and is read in the same way.
 */
async function putPlugin(folder: string, dir: ServiceDir): Promise<Manifest> {
  const source = realpathSync(folder)
  const place = join(isPackage(source) ? join(dir.base, 'node_modules') : dir.integrationsDir, basename(source))
  cpSync(source, place, { recursive: true, filter: (path) => !isLeftOut(path.slice(source.length)) })
  const catalog = new Catalog(
    { bundledDir: join(dir.base, 'none'), serviceDir: dir.base },
    { log: silentLog, clock: systemClock, wall: findWall(), reserved: new Set() },
  )
  await catalog.refresh()
  const [plugin] = catalog.plugins
  if (plugin !== undefined) return plugin.manifest
  const why = catalog.misfits[0]?.violation ?? 'there is neither an entry point in package.json nor an index.js'
  throw new ServiceError('plugin_invalid', `${basename(source)}: ${why}.`)
}

/**
 * Leaves out the product itself, which is a development tool of the author, and links of tools, which may lead
 * anywhere.
 */
const isLeftOut = (path: string): boolean => /^\/(\.git|node_modules\/(\.bin|local-messaging-relay))(\/|$)/.test(path)

function isPackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  return existsSync(file) && names.entryPointGroup in JSON.parse(readFileSync(file, 'utf8'))
}

const startLimitMs = 30_000
const pollMs = 50

async function awaitStart(name: string, dir: ServiceDir, bridge: ForegroundProcess): Promise<void> {
  const journal = readJournal(dir.journalFile)
  const end = performance.now() + startLimitMs
  const record = () => journal.integrations().find((one) => one.name === name)
  let hasEnded = false
  void bridge.ended.then(() => {
    hasEnded = true
  })
  try {
    while (!isSettled(record()?.status) && !hasEnded && performance.now() < end) await pause(pollMs)
    const { status, lastError } = record() ?? { status: 'off', lastError: null }
    if (status !== 'running') throw new ServiceError('plugin_invalid', `${name} did not start: ${lastError ?? status}.`)
  } finally {
    journal.close()
  }
}

const isSettled = (status: string | undefined): boolean =>
  (['running', 'failed', 'waiting', 'invalid'] satisfies PluginRecord['status'][] as string[]).includes(status ?? '')
