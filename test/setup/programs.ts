/** Before all tests: the programs of the system that inject faults are there, or are installed, or the reader is told which. */
import { execFileSync, spawnSync } from 'node:child_process'

/** Program → Debian package. */
const needed = { strace: 'strace', setpriv: 'util-linux', mount: 'mount' }

const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

export default function installMissing(): void {
  const missing = Object.entries(needed).flatMap(([program, debian]) => (isThere(program) ? [] : [debian]))
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0 || !isThere('apt-get'))
    throw new Error(
      `The tests of faults need these programs of Linux: ${missing.join(', ')}. Try: sudo apt-get ${install.join(' ')}`,
    )
  execFileSync('apt-get', ['update'], { stdio: 'inherit' })
  execFileSync('apt-get', install, { stdio: 'inherit' })
}
