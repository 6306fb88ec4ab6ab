/** Puts the stand-ins of macOS's programs into a simulated home's `bin/`, for a PATH that begins there. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const programNames = ['osascript', 'sips', 'afconvert', 'launchctl', 'sw_vers', 'open', 'plutil'] as const

/** Sources end in .ts, what is published in .js. */
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

function launch(program: string, home: string): string {
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', program, home].map(shellQuoted)
  return `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`
}

const shellQuoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
