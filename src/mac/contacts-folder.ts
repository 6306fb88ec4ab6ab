/** Lists the stores of Contacts, detects their changes, and explains why one cannot be read. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../base/errors.ts'

export interface ContactsProblem {
  /** The store or folder that could not be read. */
  path: string
  /** `absent`: this Mac has no contacts; `denied`: Full Disk Access is missing. */
  kind: 'absent' | 'denied' | 'unreadable'
  reason: string
}

const storeName = 'AddressBook-v22.abcddb'

/** The root store holds "On My Mac"; each further account has a store of its own. */
export function listStores(folder: string, problems: ContactsProblem[]): string[] {
  const sources = join(folder, 'Sources')
  const paths = [join(folder, storeName), ...namesIn(sources, problems).map((name) => join(sources, name, storeName))]
  const present = paths.filter((path) => statOrProblem(path, problems))
  if (present.length === 0 && problems.length === 0) {
    problems.push({ path: folder, kind: 'absent', reason: 'There is no store of contacts.' })
  }
  return present
}

function namesIn(folder: string, problems: ContactsProblem[]): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (!isAbsence(error)) problems.push(problemOf(folder, error))
    return []
  }
}

function statOrProblem(path: string, problems: ContactsProblem[]): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if (!isAbsence(error)) problems.push(problemOf(path, error))
    return false
  }
}

/** Returns a stamp that changes with any store, including its -wal file, which SQLite writes to first. */
export function stampOf(folder: string): string {
  const stores = listStores(folder, [])
  const files = stores.flatMap((path) => [path, `${path}-wal`])
  return files.map((path) => `${path} ${stampOfFile(path)}`).join('\n')
}

function stampOfFile(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  // An empty -wal file comes and goes with readers.
  return stats && stats.size > 0n ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
}

const SQLITE_AUTH = 23
const SQLITE_CANTOPEN = 14
const sqlitePrimaryCode = 0xff

export function problemOf(path: string, error: unknown): ContactsProblem {
  const { code, errcode = 0, message } = error as { code?: string; errcode?: number; message: string }
  const isDenied =
    code === 'EPERM' || code === 'EACCES' || [SQLITE_AUTH, SQLITE_CANTOPEN].includes(errcode & sqlitePrimaryCode)
  return { path, kind: isDenied ? 'denied' : 'unreadable', reason: message }
}

const isAbsence = (error: unknown): boolean => hasErrno(error, 'ENOENT', 'ENOTDIR')
