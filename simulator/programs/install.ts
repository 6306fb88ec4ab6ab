/** Puts the stand-ins for macOS's programs into a simulated home's `bin/`, for a PATH that begins there. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeProgram } from './node-program.ts'

const programNames = ['osascript', 'sips', 'afconvert', 'launchctl', 'sw_vers', 'open', 'plutil'] as const

/** Sources end in .ts, published files in .js. */
const extension = extname(fileURLToPath(import.meta.url))

export function installPrograms(home: string): void {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const name of programNames) {
    const launcher = join(bin, name)
    writeFileSync(launcher, launch(fileURLToPath(new URL(`./${name}${extension}`, import.meta.url)), home))
    chmodSync(launcher, 0o755)
  }
}

/** Sources are compiled at each start unless the result is cached. Without a cache folder they are only slow. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/simulator', import.meta.url))

function launch(program: string, home: string): string {
  const words = [nodeProgram, '--disable-warning=ExperimentalWarning', program, home].map(shellQuoted)
  const environment = extension === '.ts' ? `NODE_COMPILE_CACHE=${shellQuoted(cache)} ` : ''
  return `#!/bin/sh\n${environment}exec ${words.join(' ')} "$@"\n`
}

const shellQuoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
