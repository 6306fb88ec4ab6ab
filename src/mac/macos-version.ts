/** Reads the version of macOS from `sw_vers`, once. */
import { askProgram } from './ask-program.ts'
import type { Programs } from './programs.ts'

/** Null where this is not a Mac. */
export function macosVersion({ sw_vers: program }: Pick<Programs, 'sw_vers'>): () => Promise<string | null> {
  let version: Promise<string | null> | undefined
  async function ask(): Promise<string | null> {
    if (program === undefined) return null
    const { stdout } = await askProgram(program, ['-productVersion'])
    return /^\d+(\.\d+)*$/.exec(stdout.trim())?.[0] ?? null
  }
  return () => {
    version ??= ask()
    return version
  }
}
