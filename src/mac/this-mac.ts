/** Describes this Mac: its name and its release of macOS. */
import { hostname } from 'node:os'
import type { Programs } from './programs.ts'
import { askProgram } from './run-program.ts'

/** Reads the version of macOS from `sw_vers`, once; null where this is not a Mac. */
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

/** Returns the first number of the version, such as 26; NaN on other systems. */
export const macosNumber = async (programs: Pick<Programs, 'sw_vers'>): Promise<number> =>
  Number.parseInt((await macosVersion(programs)()) ?? '', 10)

/** Names this Mac by its host name without the suffix of the local network. */
export const macName = (): string => hostname().replace(/\.local$/, '')
