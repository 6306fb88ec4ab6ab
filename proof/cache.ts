/** Keeps what takes long to fetch or to build in a folder of this user, outside the repository. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const folder = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache'),
  'local-messaging-relay',
)
const keptForMs = 7 * 24 * 3_600_000

/**
 * Returns the folder that `make` fills. It is made again when `content` is another, and removed when it was not asked
 * for during a week.
 */
export function cached(name: string, content: string, make: (folder: string) => void): string {
  const made = join(folder, `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`)
  if (!existsSync(made)) {
    removeOld(name)
    const unfinished = `${made}-${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    try {
      make(unfinished)
      // Another process may have made the same meanwhile.
      if (!existsSync(made)) renameSync(unfinished, made)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  utimesSync(made, new Date(), new Date())
  return made
}

function removeOld(name: string): void {
  if (!existsSync(folder)) return
  const old = readdirSync(folder)
    .filter((each) => each.startsWith(`${name}-`))
    .map((each) => join(folder, each))
    .filter((each) => statSync(each).mtimeMs < Date.now() - keptForMs)
  for (const each of old) rmSync(each, { recursive: true, force: true })
}

/** Returns a folder whose node_modules contains these releases. No install script runs. */
export const cachedPackages = (
  name: string,
  releases: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): string => {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: releases }, null, 2)
  return cached(name, manifest, (folder) => {
    writeFileSync(join(folder, 'package.json'), `${manifest}\n`)
    const quietly = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['install', ...quietly, ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  })
}
