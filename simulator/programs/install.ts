/** Puts the stand-ins for macOS's programs into a simulated home's `bin/`, for a PATH that begins there. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shellQuoted } from '../../src/base/shell-quoted.ts'
import { launchctlInShell } from './launchctl/in-shell.ts'
import { nodeProgram } from './node-program.ts'
import { bundled, isSource, programFile } from './program-file.ts'
import { swVersInShell } from './sw-vers-in-shell.ts'

/** The programs that Node runs. */
export const programNames = [
  'osascript',
  'osacompile',
  'sips',
  'afconvert',
  'launchctl',
  'open',
  'plutil',
  'codesign',
  'security',
] as const
type ProgramName = (typeof programNames)[number]

export function installPrograms(home: string): void {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const launchers = {
    ...Object.fromEntries(programNames.map((name) => [name, launch(name, home)])),
    sw_vers: swVersInShell,
  }
  for (const [name, launcher] of Object.entries(launchers)) {
    const file = join(bin, name)
    writeFileSync(file, `#!/bin/sh\nmac=${shellQuoted(home)}\n${launcher}`)
    chmodSync(file, 0o755)
  }
}

/** What a launcher does by itself, before it would start Node. */
const inShell: Partial<Record<ProgramName, string>> = { launchctl: launchctlInShell }

/** Tests name the bundle that they have made of the service, which launchd starts as well: see bin/service.mjs. */
const service = process.env.SERVICE_BUNDLE

/** Sources are compiled at each start unless the result is cached. Without a cache folder they are only slow. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/simulator', import.meta.url))

function launch(name: ProgramName, home: string): string {
  const words = [nodeProgram, '--disable-warning=ExperimentalWarning', programFile(name), home].map(shellQuoted)
  const environment = {
    ...(isSource && { NODE_COMPILE_CACHE: cache }),
    ...(bundled && { SIMULATOR_BUNDLE: bundled }),
    ...(service && { SERVICE_BUNDLE: service }),
  }
  const assignments = Object.entries(environment).map(([variable, value]) => `${variable}=${shellQuoted(value)} `)
  return `${inShell[name] ?? ''}${assignments.join('')}exec ${words.join(' ')} "$@"\n`
}
