/**
 * Reads the files of a plugin that the page may load. They are all read into memory, so that a request can name nothing
 * else.
 */
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface PageFile {
  type: string
  bytes: Buffer
}

export interface PageFiles {
  /** Hash of all names and contents. */
  version: string
  /** Finds a file by its path below the folder, with slashes. */
  file(path: string): PageFile | undefined
}

/** The types that browsers run or display; files of any other type are not served. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
}
const mostFiles = 300
const mostBytes = 8 * 1024 * 1024

/**
 * Reads the folder again when a file in it has changed. Returns undefined when there is no such folder or too much in
 * it.
 */
export function pageFolders(): (folder: string) => PageFiles | undefined {
  const read = new Map<string, { looks: string; files: PageFiles | undefined }>()
  return (folder) => {
    const found = filesBelow(folder)
    const looks = JSON.stringify(found)
    const before = read.get(folder)
    if (before?.looks === looks) return before.files
    const files = snapshot(folder, found)
    read.set(folder, { looks, files })
    return files
  }
}

interface FoundFile {
  path: string
  size: number
  mtimeMs: number
}

/** Lists regular files only, since a link may lead anywhere. */
function filesBelow(folder: string): FoundFile[] {
  const found: FoundFile[] = []
  const open = ['']
  for (let at = open.pop(); at !== undefined && found.length <= mostFiles; at = open.pop()) {
    for (const entry of entriesOf(join(folder, at))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory()) open.push(path)
      if (!entry.isFile() || types[extname(entry.name)] === undefined) continue
      const stats = lstatSync(join(folder, path), { throwIfNoEntry: false })
      if (stats !== undefined) found.push({ path, size: stats.size, mtimeMs: stats.mtimeMs })
    }
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}

function snapshot(folder: string, found: readonly FoundFile[]): PageFiles | undefined {
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  if (found.length === 0 || found.length > mostFiles || bytes > mostBytes) return undefined
  const files = new Map<string, PageFile>()
  const hash = createHash('sha256')
  for (const { path } of found) {
    const read = bytesAt(join(folder, path))
    if (read === undefined) return undefined
    files.set(path, { type: types[extname(path)] ?? '', bytes: read })
    hash.update(`${path}\0${read.length}\0`).update(read)
  }
  return { version: hash.digest('hex'), file: (path) => files.get(path) }
}

function bytesAt(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function entriesOf(folder: string) {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder, { withFileTypes: true }) : []
  } catch {
    return []
  }
}
