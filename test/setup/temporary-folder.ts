/**
 * Gives all tests a folder for temporary files. On Linux it is in memory, where there is room for that: there, databases
 * need not wait for a disk, which is most of what tests of a busy machine would wait for.
 */
import { execFileSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** Far more than all tests need at once. A container often has 64 MB, or permits no program there. */
const roomBytes = 4 * 1024 ** 3

/**
 * The folder that macOS gives each user is reached through a link, which tests that compare paths would stumble over, and
 * its path takes half of the 104 bytes that the path of a socket may have there.
 */
const shortOnMac = '/private/tmp'

export default function useOwnFolder(): () => void {
  const isMac = process.platform === 'darwin'
  if (!isMac && !hasRoom()) return () => undefined
  const parent = isMac ? shortOnMac : inMemory
  removeLeftovers(parent)
  const folder = mkdtempSync(join(parent, `relay-tests-${process.pid}-`))
  const remove = () => removeFolder(folder)
  if (!allowsPrograms(folder)) {
    remove()
    return () => undefined
  }
  // Like any folder for temporary files, it is everybody's: some tests start processes of other users.
  chmodSync(folder, 0o1777)
  // Workers have the environment of this process.
  process.env.TMPDIR = folder
  return remove
}

const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/**
 * Tests that were killed leave their folder behind, which would take memory for as long as the machine runs. What cannot
 * be removed stays there: it is no reason not to test.
 */
function removeLeftovers(parent: string): void {
  for (const folder of globSync(join(parent, 'relay-tests-*'))) {
    const [, pid] = /-tests-(\d+)-/.exec(folder) ?? []
    if (pid === undefined || isAlive(Number(pid))) continue
    try {
      unmountBelow(folder)
      removeFolder(folder)
    } catch (error) {
      process.stderr.write(`${folder} was left by tests that were killed: ${(error as Error).message}\n`)
    }
  }
}

/** A small disk of a killed test is still mounted, and a mounted folder cannot be removed. */
function unmountBelow(folder: string): void {
  if (process.platform !== 'linux') return
  for (const mount of readFileSync('/proc/self/mounts', 'utf8').split('\n')) {
    const place = mount.split(' ')[1] ?? ''
    if (place.startsWith(`${folder}/`)) execFileSync('umount', ['--lazy', place])
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= roomBytes
  } catch {
    return false
  }
}

function allowsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  } finally {
    rmSync(program)
  }
}
