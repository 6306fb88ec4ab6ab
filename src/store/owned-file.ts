/**
 * Opens, reads and checks the files and folders that must belong only to this user. It follows no link, accepts no file
 * that has a second name elsewhere, and never waits for the other end of a pipe. `service-dir.ts` lists which files
 * there are.
 */

import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs'
import { dirname } from 'node:path'
import { hasErrno } from '../base/errors.ts'
import { ServiceError } from '../domain/service-error.ts'

const privateFileMode = 0o600
const privateFolderMode = 0o700
const modeBits = 0o777
const othersBits = 0o077
const othersWriteBits = 0o022

/** A file whose mode was wider than ours may be, and was narrowed. */
export interface Repair {
  path: string
  /** The mode in octal, as `chmod` takes it. */
  modeBefore: string
}

/** Opens a file of ours in a folder of ours; creates it with mode 0600. */
export function openOwned(path: string, flags: number): number {
  requireFolderOf(path)
  return openInAnyFolder(path, flags)
}

/** Opens a file of ours in a folder that the user chose, which may be reached through links and be open to others. */
export function openInAnyFolder(path: string, flags: number): number {
  const fd = openUnfollowed(path, flags)
  try {
    requireOwned(path, fstatSync(fd))
  } catch (error) {
    closeSync(fd)
    throw error
  }
  return fd
}

/** Returns the whole content, or undefined when there is no such file. */
export function readOwned(path: string): Buffer | undefined {
  let fd: number | undefined
  try {
    fd = openOwned(path, constants.O_RDONLY)
    return readFileSync(fd)
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return undefined
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Creates an empty private file unless something exists there. Never opens an existing file: see `inspectOwned`. */
export function createOwned(path: string): void {
  requireFolderOf(path)
  try {
    closeSync(openUnfollowed(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL))
  } catch (error) {
    if (!hasErrno(error, 'EEXIST')) throw error
  }
}

/**
 * Returns the stats of the file if it is ours, or undefined when there is none. It does not open the file: closing any
 * descriptor of a file drops every POSIX lock that this process holds on it, including SQLite's.
 */
export function inspectOwned(path: string): Stats | undefined {
  requireFolderOf(path)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats) requireOwned(path, stats)
  return stats
}

/**
 * Narrows a file or folder of ours to mode 0600 or 0700 and reports when it was wider. The caller has verified that it
 * is not a link, and only this user could have put one there since.
 */
export function narrowMode(path: string, stats: Stats): Repair | undefined {
  if ((stats.mode & othersBits) === 0) return undefined
  chmodSync(path, stats.isDirectory() ? privateFolderMode : privateFileMode)
  return { path, modeBefore: (stats.mode & modeBits).toString(8) }
}

/** Creates the folder and the missing folders above it, or verifies and narrows an existing one. */
export function prepareFolder(path: string): Repair | undefined {
  const above = lstatSync(dirname(path), { throwIfNoEntry: false })
  if (above === undefined) prepareFolder(dirname(path))
  else requireFolder(dirname(path), above)
  return prepareFolderAnywhere(path)
}

/** Does the same in a folder that the user chose, which may be reached through links and be open to others. */
export function prepareFolderAnywhere(path: string): Repair | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: privateFolderMode })
  try {
    mkdirSync(path, privateFolderMode)
  } catch (error) {
    if (!hasErrno(error, 'EEXIST')) throw error
  }
  const stats = lstatSync(path)
  requireFolder(path, stats, { mayBeWide: true })
  return narrowMode(path, stats)
}

export const readableByOthers = (stats: Stats): boolean => (stats.mode & othersBits) !== 0

/** Throws `unsafe_file` unless this is a regular file of this user with no second name. */
export function requireOwned(path: string, stats: Stats, uid = process.getuid?.()): void {
  requirePlainFile(path, stats, uid)
  if (stats.nlink > 1) throw unsafeFile(path, 'has a second name elsewhere (a hard link)')
}

/** Does the same for a file that may have a second name, such as one that is being sent. */
export function requirePlainFile(path: string, stats: Stats, uid = process.getuid?.()): void {
  if (stats.isSymbolicLink()) throw unsafeFile(path, 'is a link')
  if (!stats.isFile()) throw unsafeFile(path, 'is not a regular file')
  requireOwner(path, stats, uid)
}

/**
 * Throws `unsafe_file` unless this is a folder of this user. With `mayBeWide`, one that others may write to passes,
 * because the caller narrows it next.
 */
export function requireFolder(path: string, stats: Stats, { mayBeWide = false } = {}): void {
  if (stats.isSymbolicLink()) throw unsafeFile(path, 'is a link')
  if (!stats.isDirectory()) throw unsafeFile(path, 'is not a folder')
  requireOwner(path, stats)
  if (!mayBeWide && (stats.mode & othersWriteBits) !== 0)
    throw unsafeFile(path, `can be changed by other users (mode ${(stats.mode & modeBits).toString(8)})`)
}

function requireFolderOf(path: string): void {
  const folder = dirname(path)
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  // Without a folder there is no file either, and opening it reports that in the usual way.
  if (stats) requireFolder(folder, stats)
}

function requireOwner(path: string, stats: Stats, uid = process.getuid?.()): void {
  if (uid !== undefined && stats.uid !== uid) throw unsafeFile(path, 'belongs to another user')
}

function openUnfollowed(path: string, flags: number): number {
  try {
    return openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, privateFileMode)
  } catch (error) {
    if (hasErrno(error, 'ELOOP')) throw unsafeFile(path, 'is a link')
    if (hasErrno(error, 'EISDIR', 'ENXIO', 'EOPNOTSUPP')) throw unsafeFile(path, 'is not a regular file')
    throw error
  }
}

const unsafeFile = (path: string, reason: string) =>
  new ServiceError('unsafe_file', `${path} ${reason}.`, { path, reason })
