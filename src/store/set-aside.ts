/** Moves a damaged file out of the way for inspection, and keeps only the latest few. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const kept = 3

/** Returns the new path, `<path>.bad-<time>`. `suffixes` name files that belong to it, such as SQLite's `-wal`. */
export function setAside(path: string, { suffixes = [] as string[] } = {}): string {
  const target = freeName(`${path}.bad-${stamp(Date.now())}`)
  // Moves the database first: SQLite drops a -wal without a database, but a database that lost its -wal would pass as
  // whole.
  for (const suffix of ['', ...suffixes]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix)
  }
  dropOldest(path)
  return target
}

const stamp = (nowMs: number): string => new Date(nowMs).toISOString().replace(/[-:.]/g, '')

function freeName(wanted: string): string {
  if (!existsSync(wanted)) return wanted
  for (let n = 2; ; n++) if (!existsSync(`${wanted}-${n}`)) return `${wanted}-${n}`
}

/** Removes the oldest, so that a disk that keeps damaging files does not fill up with them. */
function dropOldest(path: string): void {
  const folder = dirname(path)
  const prefix = `${basename(path)}.bad-`
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix))
  const moments = [...new Set(names.map((name) => name.slice(prefix.length, prefix.length + stamp(0).length)))].sort()
  for (const moment of moments.slice(0, -kept)) {
    for (const name of names.filter((name) => name.startsWith(prefix + moment))) {
      rmSync(join(folder, name), { recursive: true })
    }
  }
}
