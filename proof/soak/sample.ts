/** Takes one sample of the service: what its processes hold, and how large its files are. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chatDbPath } from '../../simulator/paths.ts'
import { dirOf } from '../../test/harness/bridge-process.ts'
import { descendantsOf, proportionalMb, residentMb } from '../process-figures.ts'
import { keptFile } from './kept.ts'

export const processNames = ['bridge', 'web', 'plugins'] as const
export type ProcessName = (typeof processNames)[number]

export const fileNames = [
  'chat.db-wal',
  'journal.db-wal',
  'search.db-wal',
  'echo_log.db-wal',
  'log',
  'audit',
  'temporary files',
  'journal.db',
  'search.db',
  'echo_log.db',
] as const
export type FileName = (typeof fileNames)[number]

export interface ProcessSample {
  residentMb: number
  /** The memory with its share of what other processes use as well. */
  ownMb: number
  /** The size of the heap after a collection of garbage. Only our own processes report it; a sandbox does not. */
  keptMb?: number
  descriptors: number
  threads: number
}

export interface Sample {
  /** The hour of the day. */
  atH: number
  /** The number of incoming messages so far. */
  messages: number
  /** Undefined for a process that is not running. */
  processes: Readonly<Partial<Record<ProcessName, ProcessSample>>>
  /** The sizes in MB. */
  files: Readonly<Record<FileName, number>>
}

interface Running {
  home: string
  bridge: number | undefined
  web: number | undefined
}

const bytesPerMb = 1_000_000

/** The folder for temporary files of this Mac's programs. */
export const temporaryFolder = (home: string): string => join(home, 'tmp')

export function sampleOf({ home, bridge, web }: Running): Pick<Sample, 'processes' | 'files'> {
  const plugins = bridge === undefined ? [] : (whileThere(() => descendantsOf(bridge)) ?? [])
  return {
    processes: { bridge: together([bridge]), web: together([web]), plugins: together(plugins) },
    files: filesBelow(home),
  }
}

/** Returns undefined where none of them is running. */
function together(pids: readonly (number | undefined)[]): ProcessSample | undefined {
  const each = pids.flatMap((pid) => (pid === undefined ? [] : (whileThere(() => processSample(pid)) ?? [])))
  if (each.length === 0) return undefined
  const sum = (of: (one: ProcessSample) => number) => each.reduce((total, one) => total + of(one), 0)
  return {
    residentMb: sum((one) => one.residentMb),
    ownMb: sum((one) => one.ownMb),
    ...(each.every(({ keptMb }) => keptMb !== undefined) && { keptMb: sum(({ keptMb = 0 }) => keptMb) }),
    descriptors: sum((one) => one.descriptors),
    threads: sum((one) => one.threads),
  }
}

const processSample = (pid: number): ProcessSample => ({
  residentMb: residentMb(pid),
  ownMb: proportionalMb(pid),
  ...keptBy(pid),
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
  threads: readdirSync(`/proc/${pid}/task`).length,
})

/** Returns the size that the process reports; see hastened.ts. */
function keptBy(pid: number): Pick<ProcessSample, 'keptMb'> {
  const folder = process.env.SOAK_KEPT
  const told = folder === undefined ? undefined : whileThere(() => readFileSync(keptFile(folder, pid), 'utf8'))
  return told ? { keptMb: Number(told) / bytesPerMb } : {}
}

function filesBelow(home: string): Record<FileName, number> {
  const { base, journalFile, searchFile, echoLogFile, logFile, auditFile, uploadsDir } = dirOf(home)
  return {
    'chat.db-wal': sizeMb(`${chatDbPath(home)}-wal`),
    'journal.db-wal': sizeMb(`${journalFile}-wal`),
    'search.db-wal': sizeMb(`${searchFile}-wal`),
    'echo_log.db-wal': sizeMb(`${echoLogFile}-wal`),
    log: beginningWith(base, logFile),
    audit: beginningWith(base, auditFile),
    'temporary files': allMb(uploadsDir) + allMb(temporaryFolder(home)) + allMb(base, /\.tmp$/),
    'journal.db': sizeMb(journalFile),
    'search.db': sizeMb(searchFile),
    'echo_log.db': sizeMb(echoLogFile),
  }
}

/** Includes rotated files. */
const beginningWith = (folder: string, path: string): number =>
  (whileThere(() => readdirSync(folder)) ?? [])
    .map((name) => join(folder, name))
    .filter((each) => each.startsWith(path))
    .reduce((sum, each) => sum + sizeMb(each), 0)

const allMb = (folder: string, named = /(?:)/): number =>
  (whileThere(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? [])
    .filter((name) => named.test(name))
    .reduce((sum, name) => sum + sizeMb(join(folder, name)), 0)

const sizeMb = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size / bytesPerMb : 0
}

/** A process may end, and a file disappear, while it is sampled. */
function whileThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
