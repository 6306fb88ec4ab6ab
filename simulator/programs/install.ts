/** Puts the stand-ins for macOS's programs into a simulated home's `bin/`, for a PATH that begins there. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shellQuoted } from '../../src/base/shell-quoted.ts'
import { nodeProgram } from './node-program.ts'
import { bundled, isSource, programFile } from './program-file.ts'

export const programNames = [
  'osascript',
  'osacompile',
  'sips',
  'afconvert',
  'launchctl',
  'sw_vers',
  'open',
  'plutil',
  'codesign',
  'security',
] as const

export function installPrograms(home: string): void {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const name of programNames) {
    const launcher = join(bin, name)
    writeFileSync(launcher, launch(programFile(name), home))
    chmodSync(launcher, 0o755)
  }
}

/** Tests name the bundle that they have made of the service, which launchd starts as well: see bin/service.mjs. */
const service = process.env.SERVICE_BUNDLE

/** Sources are compiled at each start unless the result is cached. Without a cache folder they are only slow. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/simulator', import.meta.url))

function launch(program: string, home: string): string {
  const words = [nodeProgram, '--disable-warning=ExperimentalWarning', program, home].map(shellQuoted)
  const environment = {
    ...(isSource && { NODE_COMPILE_CACHE: cache }),
    ...(bundled && { SIMULATOR_BUNDLE: bundled }),
    ...(service && { SERVICE_BUNDLE: service }),
  }
  const assignments = Object.entries(environment).map(([variable, value]) => `${variable}=${shellQuoted(value)} `)
  return `#!/bin/sh\n${assignments.join('')}exec ${words.join(' ')} "$@"\n`
}
