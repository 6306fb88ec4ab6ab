/** Before all tests: the programs that inject faults into Linux, and the browser, are there or are installed, or the reader is told which. */
import { execFileSync, spawnSync } from 'node:child_process'

/** Program → Debian package. */
const needed = { strace: 'strace', setpriv: 'util-linux', mount: 'mount', chromium: 'chromium' }

const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** Only root can use most of them, so that nobody else needs them. */
export default function installMissing(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  const missing = Object.entries(needed).flatMap(([program, debian]) => (isThere(program) ? [] : [debian]))
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', ...missing]
  if (!isThere('apt-get'))
    throw new Error(`These programs are needed and could not be installed: ${missing.join(', ')}`)
  execFileSync('apt-get', ['update'], { stdio: 'inherit' })
  execFileSync('apt-get', install, { stdio: 'inherit' })
}
