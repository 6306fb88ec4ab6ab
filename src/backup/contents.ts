/** Decides which files of the base directory belong in a backup, and which can be recreated or must not come back. */
import { type Dirent, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rotatedNames } from '../store/rotation.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { isSqlite } from '../store/sqlite-copy.ts'

export interface Content {
  /** Path below the base directory. */
  path: string
  isDatabase: boolean
}

/** Lists in words what is left out, for the manifest and its readers. */
export const leftOut = [
  'service.jsonl: the log',
  'search.db and cache: made anew from Messages',
  'mirror.jsonl: a copy of messages, for looking into',
  'uploads: files on their way',
  'program: the installed program and the key of its signature; `service install` makes them anew',
  'keys: keys that programs of this service made for themselves; they make new ones',
  'state/sessions.db: signed-in browsers; they sign in again',
  'state/oauth_tokens.json: tokens of programs that were allowed in by OAuth; they ask again',
  'state/push.db and state/push.key: browsers that are notified; they turn notifications on again',
  'state/bluebubbles.db: webhooks of BlueBubbles’ clients, and what waits for them; clients register webhooks again when they start',
  'Messages itself: Time Machine keeps it, and `service export` writes it out',
]

/** The audit log that is being written and the rotated ones before it. */
const mostAudits = 10

/** The journal comes first: every send that it knows is then also in the ledger, which is copied after it. */
export function contentsOf(dir: ServiceDir): Content[] {
  const databases = [dir.journalFile, dir.echoLogFile, dir.readStateFile, dir.archiveAndStarsFile, dir.keyActivityFile]
  const audits = rotatedNames(dir.auditFile, mostAudits)
  const files = [
    dir.configFile,
    dir.installKeyFile,
    dir.heartbeatFile,
    dir.apiKeysUseFile,
    dir.setupFile,
    dir.keptSeparateFile,
    dir.blueBubblesBackupsFile,
    ...audits,
  ]
  const folders = [dir.pluginsDir, dir.integrationsDir, dir.consentsDir, dir.pausedDir, dir.pagesDir, dir.themesDir]
  const place = (path: string) => relative(dir.base, path)
  return [
    ...databases.filter(isFile).map((path) => ({ path: place(path), isDatabase: true })),
    ...files.filter(isFile).map((path) => ({ path: place(path), isDatabase: false })),
    ...folders.flatMap(filesBelow).map((path) => ({ path: place(path), isDatabase: isSqlite(path) })),
  ]
}

/** The first path segments that a backup may contain. */
export const tops = [
  'config.json',
  'echo_log.db',
  'read_state.db',
  'bridge_heartbeat',
  'state',
  'plugins',
  'integrations',
  'themes',
  ...rotatedNames('audit.jsonl', mostAudits),
]

/** Links are left out, since they lead elsewhere and hold no state of ours. */
const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true

const entriesIn = (folder: string): Dirent[] => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
const filesIn = (folder: string): string[] =>
  entriesIn(folder).flatMap((entry) => (entry.isFile() ? [join(folder, entry.name)] : []))

const besideSqlite = /-(wal|shm|journal)$/

function filesBelow(folder: string): string[] {
  const own = filesIn(folder)
  const files = own.filter((path) => !own.includes(path.replace(besideSqlite, '')) || !besideSqlite.test(path))
  const folders = entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? [join(folder, entry.name)] : []))
  return [...files, ...folders.flatMap(filesBelow)]
}
