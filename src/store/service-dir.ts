/**
 * Knows the base directory (`~/.service`): the path of each of our files, and the check that all of them belong only to
 * this user.
 */
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { sweepTemporaries } from './atomic-file.ts'
import {
  narrowMode,
  prepareFolder,
  prepareFolderAnywhere,
  type Repair,
  requireFolder,
  requireOwned,
  requirePlainFile,
} from './owned-file.ts'

export interface ServiceDir {
  base: string
  configFile: string
  logFile: string
  echoLogFile: string
  readStateFile: string
  searchFile: string
  auditFile: string
  /** The default path of the debug mirror; `relay.mirror_file` decides whether and where it is written. */
  mirrorFile: string
  heartbeatFile: string
  stateDir: string
  stateFile: string
  journalFile: string
  lockFile: string
  pidFile: string
  statusFile: string
  /** Held by the process that operates Messages. */
  sendLockFile: string
  webLockFile: string
  webPidFile: string
  webAddressFile: string
  /** The identity of this Mac on its hub. */
  uplinkFile: string
  uplinkLockFile: string
  uplinkPidFile: string
  uplinkStatusFile: string
  installKeyFile: string
  sessionsFile: string
  /** Browsers that are notified while no page is open. */
  pushFile: string
  pushKeyFile: string
  /** The events for clients of the BlueBubbles listener, and their webhooks. */
  blueBubblesFile: string
  apiKeysUseFile: string
  /** The activity of each API key. */
  keyActivityFile: string
  /** Tokens of programs that were allowed in by OAuth. */
  oauthTokensFile: string
  lastGoodConfigFile: string
  /** Progress of setup. */
  setupFile: string
  /** Alerts that the bridge has raised. */
  alertsFile: string
  /** Alerts that the web process has told of. */
  toldAlertsFile: string
  /** The people whose addresses the owner keeps separate. */
  keptSeparateFile: string
  /** The archived conversations and starred messages. */
  archiveAndStarsFile: string
  /** Whether the listener for BlueBubbles' clients listens, and where. */
  blueBubblesListenerFile: string
  /** The themes and settings that BlueBubbles' clients keep on the server. */
  blueBubblesBackupsFile: string
  pluginsDir: string
  pluginDir(name: string): string
  /** Plugins that the user has installed, one folder each. */
  integrationsDir: string
  /** The consents to each plugin. */
  consentsDir: string
  /** The paused plugins. */
  pausedDir: string
  /** Data that plugins store for the page. */
  pagesDir: string
  keysDir: string
  /** Themes that the user has installed, one folder each. */
  themesDir: string
  /** Files that can be recreated. */
  cacheDir: string
  mediaCacheDir: string
  /** Descriptions of plugins, and their compiled code. */
  pluginCachesDir: string
  /** The copy of Node that launchd starts, and what it is signed with. */
  programDir: string
  /** The record of the copy, and of how macOS recognises it. */
  programRecordFile: string
  signingKeychainFile: string
  signingPasswordFile: string
  signingCertificateFile: string
  /** Sockets of running processes. */
  runDir: string
  /** Files that are to be sent. */
  uploadsDir: string
  /** The folder of one process, which clears it when it starts. */
  uploadsDirOf(process: 'web' | 'bridge'): string
}

export function serviceDir(base: string): ServiceDir {
  const stateDir = join(base, 'state')
  const pluginsDir = join(base, 'plugins')
  const uploadsDir = join(base, 'uploads')
  const cacheDir = join(base, 'cache')
  const programDir = join(base, 'program')
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
    webAddressFile: join(stateDir, 'web_address.json'),
    uplinkFile: join(stateDir, 'uplink.json'),
    uplinkLockFile: join(stateDir, 'uplink.lock'),
    uplinkPidFile: join(stateDir, 'uplink.pid'),
    uplinkStatusFile: join(stateDir, 'uplink_status.json'),
    installKeyFile: join(stateDir, 'install.key'),
    sessionsFile: join(stateDir, 'sessions.db'),
    pushFile: join(stateDir, 'push.db'),
    pushKeyFile: join(stateDir, 'push.key'),
    blueBubblesFile: join(stateDir, 'bluebubbles.db'),
    apiKeysUseFile: join(stateDir, 'api_keys_use.json'),
    keyActivityFile: join(stateDir, 'key_activity.db'),
    oauthTokensFile: join(stateDir, 'oauth_tokens.json'),
    lastGoodConfigFile: join(stateDir, 'config.last-good.json'),
    setupFile: join(stateDir, 'setup.json'),
    alertsFile: join(stateDir, 'alerts.json'),
    toldAlertsFile: join(stateDir, 'alerts_told.json'),
    keptSeparateFile: join(stateDir, 'kept_separate.json'),
    archiveAndStarsFile: join(stateDir, 'archive_and_stars.db'),
    blueBubblesListenerFile: join(stateDir, 'bluebubbles_listener.json'),
    blueBubblesBackupsFile: join(stateDir, 'bluebubbles_backups.json'),
    pluginsDir,
    pluginDir: (name) => join(pluginsDir, name),
    integrationsDir: join(base, 'integrations'),
    consentsDir: join(stateDir, 'consents'),
    pausedDir: join(stateDir, 'paused'),
    pagesDir: join(stateDir, 'pages'),
    keysDir: join(base, 'keys'),
    themesDir: join(base, 'themes'),
    cacheDir,
    mediaCacheDir: join(cacheDir, 'media'),
    pluginCachesDir: join(cacheDir, 'plugins'),
    programDir,
    programRecordFile: join(programDir, 'program.json'),
    signingKeychainFile: join(programDir, 'signing.keychain-db'),
    signingPasswordFile: join(programDir, 'signing.password'),
    signingCertificateFile: join(programDir, 'signing.pem'),
    runDir: join(base, 'run'),
    uploadsDir,
    uploadsDirOf: (process) => join(uploadsDir, process),
  }
}

/**
 * Verifies what exists, creates what is missing and narrows what is too wide. Throws `unsafe_file`, and then has
 * changed nothing. The returned repairs are for the log. The mode of config.json is left alone: secrets that others
 * could read have to be changed, so reading the file refuses instead.
 */
export function prepareServiceDir(dir: ServiceDir): Repair[] {
  process.umask(0o077)
  requireSafe(dir, { mayBeWide: true })
  const ofFolders = [prepareFolderAnywhere(dir.base), ...foldersFromTheStart(dir).map(prepareFolder)]
  for (const folder of [dir.base, dir.stateDir]) sweepTemporaries(folder)
  const present = requireSafe(dir, { mayBeWide: true }).filter(([path]) => path !== dir.configFile)
  return [...ofFolders, ...present.map(([path, stats]) => narrowMode(path, stats))].filter(
    (repair) => repair !== undefined,
  )
}

/** Verifies what exists and changes nothing, for commands that only read. Throws `unsafe_file`. */
export function requireSafeServiceDir(dir: ServiceDir): void {
  requireSafe(dir, { mayBeWide: false })
}

type Entry = readonly [path: string, stats: Stats]

/** Returns every file and folder of ours that exists. No folder is listed before it is verified. */
function requireSafe(dir: ServiceDir, { mayBeWide }: { mayBeWide: boolean }): Entry[] {
  const folders: Entry[] = []
  for (const folder of foldersOf(dir))
    for (const [path, stats] of entryAt(folder)) {
      requireFolder(path, stats, { mayBeWide })
      folders.push([path, stats])
    }
  const inFolders = folders.flatMap(([folder]) => pathsOfOurs(dir, folder).flatMap(entryAt))
  for (const [path, stats] of inFolders) {
    if (stats.isDirectory() && mayBeFolder(dir, path)) requireFolder(path, stats, { mayBeWide })
    // While Messages takes over a file, the file has a second name among the attachments.
    else if (path.startsWith(dir.uploadsDir)) requirePlainFile(path, stats)
    else requireOwned(path, stats)
  }
  return [...new Map([...folders, ...inFolders])]
}

function entryAt(path: string): Entry[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats ? [[path, stats]] : []
}

const foldersFromTheStart = ({ stateDir, pluginsDir, uploadsDir, integrationsDir, keysDir }: ServiceDir): string[] => [
  stateDir,
  pluginsDir,
  uploadsDir,
  integrationsDir,
  keysDir,
]

/** Each folder comes after the one that contains it. */
const foldersOf = (dir: ServiceDir): string[] => [
  dir.base,
  ...foldersFromTheStart(dir),
  dir.consentsDir,
  dir.pagesDir,
  dir.uploadsDirOf('web'),
  dir.uploadsDirOf('bridge'),
  dir.themesDir,
  dir.cacheDir,
  dir.mediaCacheDir,
  dir.pluginCachesDir,
  dir.programDir,
  dir.runDir,
]

/** Returns the paths in a folder that are ours. */
function pathsOfOurs(dir: ServiceDir, folder: string): string[] {
  // The first two hold the user's own files. The media cache verifies its many files when it lists them.
  if ([dir.integrationsDir, dir.themesDir, dir.mediaCacheDir].includes(folder)) return []
  const paths = readdirSync(folder).map((name) => join(folder, name))
  if (folder !== dir.base) return paths
  // Editors leave files and links of their own beside the settings, and npm leaves the packages of plugins.
  return paths.filter((path) => path === dir.configFile || isOneOf(filesInBase(dir), path))
}

function mayBeFolder(dir: ServiceDir, path: string): boolean {
  const { base, stateDir, keysDir, consentsDir, pagesDir, stateFile } = dir
  if ([base, keysDir, consentsDir, pagesDir].includes(dirname(path))) return false
  // A folder in place of state.json is set aside by the code that writes that file.
  return dirname(path) !== stateDir || path.startsWith(stateFile) || !isOneOf(filesInState(dir), path)
}

/** Whether a path is one of these files, or belongs to one: `-wal`, `.lock` and rotated logs. */
const isOneOf = (files: readonly string[], path: string): boolean => files.some((file) => path.startsWith(file))

const filesInBase = (dir: ServiceDir): string[] => [
  dir.logFile,
  dir.echoLogFile,
  dir.readStateFile,
  dir.searchFile,
  dir.auditFile,
  dir.mirrorFile,
  dir.heartbeatFile,
  `${dir.configFile}.lock`,
  join(dir.base, 'open.lock'),
]

const filesInState = (dir: ServiceDir): string[] => [
  dir.journalFile,
  dir.lockFile,
  dir.pidFile,
  dir.statusFile,
  dir.sendLockFile,
  dir.webLockFile,
  dir.webPidFile,
  dir.webAddressFile,
  dir.installKeyFile,
  dir.sessionsFile,
  dir.pushFile,
  dir.pushKeyFile,
  dir.blueBubblesFile,
  dir.apiKeysUseFile,
  dir.keyActivityFile,
  dir.lastGoodConfigFile,
  dir.setupFile,
  dir.alertsFile,
  dir.toldAlertsFile,
  dir.keptSeparateFile,
  dir.archiveAndStarsFile,
  dir.blueBubblesListenerFile,
  dir.blueBubblesBackupsFile,
  join(dir.stateDir, 'open.lock'),
]
