/**
 * Installs the programs that the tests need before all tests, or reports what is missing and skipped. `npm run
 * test:programs` does the same by itself, on a Mac as well, by Homebrew.
 */
import { execFileSync } from 'node:child_process'
import { findProgram } from '../../src/cli/hub/server-program.ts'

/** Maps each program to its package, of Debian or of Homebrew. */
type Programs = Readonly<Record<string, string>>

/**
 * These programs inject faults into Linux, and show the page. Only root can use most of them, so that others do not
 * need them.
 */
const needed: Programs = {
  strace: 'strace',
  setpriv: 'util-linux',
  mount: 'mount',
  ps: 'procps',
  chromium: 'chromium',
}

/**
 * Without these programs some tests are skipped, which `skipped.ts` reports at the end; without the Chromium that has
 * no windows, pages take longer.
 */
const welcome: Programs = {
  'chromium-headless-shell': 'chromium-headless-shell',
  bwrap: 'bubblewrap',
  age: 'age',
  mosquitto: 'mosquitto',
  'nats-server': 'nats-server',
  postgres: 'postgresql',
  openssl: 'openssl',
  zsh: 'zsh',
  fish: 'fish',
  shellcheck: 'shellcheck',
}

/** The others come with macOS, or exist for Linux alone. Pages are tried in Debian's Chromium only. */
const welcomeOnMac: Programs = {
  age: 'age',
  mosquitto: 'mosquitto',
  'nats-server': 'nats-server',
  postgres: 'postgresql@17',
  fish: 'fish',
  shellcheck: 'shellcheck',
}

const isMac = process.platform === 'darwin'
const wanted = isMac ? welcomeOnMac : welcome

const isThere = (program: string): boolean => findProgram(program) !== undefined
const missingOf = (programs: Programs): string[] =>
  Object.entries(programs).flatMap(([program, debian]) => (isThere(program) ? [] : [debian]))

export default function installMissing(): void {
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0
  if (mayInstall) install(missingOf(needed))
  const missing = missingOf(wanted)
  if (missing.length === 0) return
  try {
    if (mayInstall) install(missing)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
  }
  reportMissing()
}

function reportMissing(): void {
  const still = missingOf(wanted)
  if (still.length > 0)
    process.stderr.write(`Not installed, so tests that need them are skipped or take longer: ${still.join(', ')}\n`)
}

function install(packages: readonly string[]): void {
  if (packages.length === 0) return
  if (!isThere('apt-get'))
    throw new Error(`These programs are needed and could not be installed: ${packages.join(', ')}`)
  execFileSync('apt-get', ['update'], { stdio: 'inherit' })
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { stdio: 'inherit' })
}

/** Tests never install anything on somebody's Mac by themselves; this is asked for. */
function installOnMac(): void {
  const missing = missingOf(welcomeOnMac)
  if (missing.length > 0) execFileSync('brew', ['install', '--quiet', ...missing], { stdio: 'inherit' })
  reportMissing()
}

if (import.meta.main) (isMac ? installOnMac : installMissing)()
