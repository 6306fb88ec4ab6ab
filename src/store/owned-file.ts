/** Opens and inspects files that must be ours alone: no link is followed, no foreign owner accepted, private from the first byte. */
import { chmodSync, closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, type Stats } from 'node:fs'
import { ServiceError } from '../domain/service-error.ts'

const privateFileMode = 0o600
const privateFolderMode = 0o700
const modeBits = 0o777
const othersBits = 0o077

/** A file whose mode was wider than ours may be, and has been narrowed. */
export interface Repair {
  path: string
  /** Octal, as `chmod` takes it. */
  modeBefore: string
}

/** Opens without following a link and without waiting for the other end of a pipe; creates with mode 0600. */
export function openOwned(path: string, flags: number): number {
  const fd = openUnfollowed(path, flags)
  try {
    requireOwned(path, fstatSync(fd))
  } catch (error) {
    closeSync(fd)
    throw error
  }
  return fd
}

/** Creates an empty private file unless there is something already. Never opens what exists: see `inspectOwned`. */
export function createOwned(path: string): void {
  try {
    closeSync(openUnfollowed(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL))
  } catch (error) {
    if (!hasErrno(error, 'EEXIST')) throw error
  }
}

/**
 * What lies at the path if it is ours; undefined when nothing does. It does not open the file: closing any descriptor of a
 * file drops every POSIX lock that this process holds on it, SQLite's included.
 */
export function inspectOwned(path: string): Stats | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats) requireOwned(path, stats)
  return stats
}

/** Narrows a file or folder of ours to mode 0600 or 0700; tells when it had been wider. */
export function narrowMode(path: string, stats: Stats): Repair | undefined {
  if ((stats.mode & othersBits) === 0) return undefined
  chmodSync(path, stats.isDirectory() ? privateFolderMode : privateFileMode)
  return { path, modeBefore: (stats.mode & modeBits).toString(8) }
}

/** Creates the folder with its parents, or verifies and narrows the one that is there. */
export function prepareFolder(path: string): Repair | undefined {
  mkdirSync(path, { recursive: true, mode: privateFolderMode })
  const stats = lstatSync(path)
  if (!stats.isDirectory()) throw unsafeFile(path, 'is not a folder')
  requireOwner(path, stats)
  return narrowMode(path, stats)
}

export const readableByOthers = (stats: Stats): boolean => (stats.mode & othersBits) !== 0

export const hasErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

export function requireOwned(path: string, stats: Stats, uid = process.getuid?.()): void {
  if (!stats.isFile()) throw unsafeFile(path, 'is not a regular file')
  requireOwner(path, stats, uid)
}

function requireOwner(path: string, stats: Stats, uid = process.getuid?.()): void {
  if (uid !== undefined && stats.uid !== uid) throw unsafeFile(path, 'belongs to another user')
}

function openUnfollowed(path: string, flags: number): number {
  try {
    return openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, privateFileMode)
  } catch (error) {
    if (hasErrno(error, 'ELOOP')) throw unsafeFile(path, 'is a link')
    if (hasErrno(error, 'EISDIR') || hasErrno(error, 'ENXIO')) throw unsafeFile(path, 'is not a regular file')
    throw error
  }
}

const unsafeFile = (path: string, reason: string) =>
  new ServiceError('unsafe_file', `${path} ${reason}.`, { path, reason })
