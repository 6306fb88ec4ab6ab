/** The base directory (`~/.service`): where each of our files lies, and that all of it is ours alone. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sweepTemporaries } from './atomic-file.ts'
import { inspectOwned, narrowMode, prepareFolder, type Repair } from './owned-file.ts'

export interface ServiceDir {
  base: string
  configFile: string
  logFile: string
  echoLogFile: string
  readStateFile: string
  searchFile: string
  auditFile: string
  /** The default place of the debug mirror; `relay.mirror_file` says whether and where it is written. */
  mirrorFile: string
  heartbeatFile: string
  stateDir: string
  stateFile: string
  journalFile: string
  lockFile: string
  pidFile: string
  statusFile: string
  /** Held by whoever drives Messages. */
  sendLockFile: string
  webLockFile: string
  webPidFile: string
  installKeyFile: string
  sessionsFile: string
  apiKeysUseFile: string
  lastGoodConfigFile: string
  /** How far the first steps have come. */
  setupFile: string
  pluginsDir: string
  pluginDir(name: string): string
  /** Plugins that the user has put there, one folder each. */
  integrationsDir: string
  /** What was allowed to each plugin. */
  consentsDir: string
  /** What plugins keep for the page. */
  pagesDir: string
  keysDir: string
  /** Looks that the user has put there, one folder each. */
  themesDir: string
  mediaCacheDir: string
  /** Files that are to be sent. */
  uploadsDir: string
  /** Of one process: each clears its own when it begins. */
  uploadsDirOf(process: 'web' | 'bridge'): string
}

export function serviceDir(base: string): ServiceDir {
  const stateDir = join(base, 'state')
  const pluginsDir = join(base, 'plugins')
  const uploadsDir = join(base, 'uploads')
  return {
    base,
    configFile: join(base, 'config.json'),
    logFile: join(base, 'service.jsonl'),
    echoLogFile: join(base, 'echo_log.db'),
    readStateFile: join(base, 'read_state.db'),
    searchFile: join(base, 'search.db'),
    auditFile: join(base, 'audit.jsonl'),
    mirrorFile: join(base, 'mirror.jsonl'),
    heartbeatFile: join(base, 'bridge_heartbeat'),
    stateDir,
    stateFile: join(stateDir, 'state.json'),
    journalFile: join(stateDir, 'journal.db'),
    lockFile: join(stateDir, 'bridge.lock'),
    pidFile: join(stateDir, 'bridge.pid'),
    statusFile: join(stateDir, 'bridge_status.json'),
    sendLockFile: join(stateDir, 'send.lock'),
    webLockFile: join(stateDir, 'web.lock'),
    webPidFile: join(stateDir, 'web.pid'),
    installKeyFile: join(stateDir, 'install.key'),
    sessionsFile: join(stateDir, 'sessions.db'),
    apiKeysUseFile: join(stateDir, 'api_keys_use.json'),
    lastGoodConfigFile: join(stateDir, 'config.last-good.json'),
    setupFile: join(stateDir, 'setup.json'),
    pluginsDir,
    pluginDir: (name) => join(pluginsDir, name),
    integrationsDir: join(base, 'integrations'),
    consentsDir: join(stateDir, 'consents'),
    pagesDir: join(stateDir, 'pages'),
    keysDir: join(base, 'keys'),
    themesDir: join(base, 'themes'),
    mediaCacheDir: join(base, 'cache', 'media'),
    uploadsDir,
    uploadsDirOf: (process) => join(uploadsDir, process),
  }
}

/**
 * Creates what is missing and verifies the rest; throws `unsafe_file` on a link or a foreign owner. The repairs are for the
 * log. config.json alone is not repaired: secrets that others could read have to be changed, so reading it refuses.
 */
export function prepareServiceDir(dir: ServiceDir): Repair[] {
  process.umask(0o077)
  const folders = [dir.base, dir.stateDir, dir.pluginsDir, dir.uploadsDir, dir.integrationsDir, dir.keysDir]
  const ofFolders = [
    ...folders.map(prepareFolder),
    ...[dir.pluginsDir, dir.uploadsDir].flatMap(foldersIn).map(prepareFolder),
  ]
  for (const folder of [dir.base, dir.stateDir]) sweepTemporaries(folder)
  inspectOwned(dir.configFile)
  const ofFiles = filesOfOurs(dir).map(verifyFile)
  return [...ofFolders, ...ofFiles].filter((repair) => repair !== undefined)
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? join(folder, entry.name) : []))

/** With what belongs to them, such as `-wal` and rotated logs. Editors leave files and links of their own beside them. */
function filesOfOurs(dir: ServiceDir): string[] {
  const { logFile, echoLogFile, readStateFile, searchFile, auditFile, mirrorFile, heartbeatFile } = dir
  const { stateFile, journalFile, lockFile, pidFile, statusFile, installKeyFile, lastGoodConfigFile } = dir
  const { sessionsFile, apiKeysUseFile, sendLockFile, webLockFile, webPidFile, setupFile } = dir
  const inBase = [logFile, echoLogFile, readStateFile, searchFile, auditFile, mirrorFile, heartbeatFile]
  const ofBridge = [stateFile, journalFile, lockFile, pidFile, statusFile, installKeyFile, lastGoodConfigFile]
  const inState = [...ofBridge, sessionsFile, apiKeysUseFile, sendLockFile, webLockFile, webPidFile, setupFile]
  return [dir.base, dir.stateDir]
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => [...inBase, ...inState].some((ours) => path.startsWith(ours)))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
}

function verifyFile(path: string): Repair | undefined {
  const stats = inspectOwned(path)
  return stats && narrowMode(path, stats)
}
