/** Lays out a copy of Node as a bundle of macOS, and finds out whether a Node can be copied. */
import { chmodSync, closeSync, constants, copyFileSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { linkedLibraries, needsNothingElse } from '../apple/mach-o.ts'
import { bundleInfo, bundleProgram } from '../domain/program-identity/bundle.ts'
import { askProgram } from './run-program.ts'

const startDeadlineMs = 60_000

/** False where the program needs files beside it, as that of Homebrew does: a copy would end with their next upgrade. */
export function canBeCopied(program: string): boolean {
  const fd = openSync(program, constants.O_RDONLY)
  try {
    const libraries = linkedLibraries((offset, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(fd, bytes, 0, length, offset))
    })
    return libraries === undefined || needsNothingElse(libraries)
  } finally {
    closeSync(fd)
  }
}

/** `version` is that of the Node. Returns the path of the program in the bundle. */
export function layOutBundle(bundle: string, { node, version }: { node: string; version: string }): string {
  const program = join(bundle, ...bundleProgram)
  mkdirSync(dirname(program), { recursive: true, mode: 0o700 })
  writeFileSync(join(bundle, 'Contents', 'Info.plist'), bundleInfo(version))
  // APFS shares the blocks of both files, so that the copy takes no room.
  copyFileSync(node, program, constants.COPYFILE_FICLONE)
  chmodSync(program, 0o700)
  return program
}

/** Whether macOS starts the program at all, which it refuses where a signature is broken. */
export async function starts(program: string, version: string): Promise<boolean> {
  const { stdout, exitCode } = await askProgram(program, ['--version'], startDeadlineMs)
  return exitCode === 0 && stdout.trim() === `v${version}`
}
