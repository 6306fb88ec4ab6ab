/**
 * Inspects what npm has put on the disk before any of it is run: plain files only, no machine code, and not too much.
 */
import { lstat, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { linkLeadingOut } from '../discover.ts'

export interface TreeLimits {
  files: number
  bytes: number
}

const usualLimits: TreeLimits = { files: 20_000, bytes: 100 * 1024 * 1024 }

/** Returns what is wrong in a sentence, or undefined when nothing is. */
export async function problemInTree(root: string, limits = usualLimits): Promise<string | undefined> {
  const link = await linkLeadingOut(root)
  if (link !== undefined) return `the link ${link} leads out of it`
  let [files, bytes] = [0, 0]
  const open = [root]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) open.push(path)
      if (entry.isDirectory() || entry.isSymbolicLink()) continue
      const problem = await problemOfFile(path)
      if (problem !== undefined) return `${relative(root, path)} ${problem}`
      files += 1
      bytes += (await lstat(path)).size
      if (files > limits.files) return `it consists of more than ${limits.files} files`
      if (bytes > limits.bytes) return `it takes more than ${Math.round(limits.bytes / 1024 / 1024)} MB`
    }
  }
  return undefined
}

async function problemOfFile(path: string): Promise<string | undefined> {
  const stats = await lstat(path)
  if (!stats.isFile()) return 'is no ordinary file'
  if (stats.nlink > 1) return 'is a link to a file elsewhere'
  // Node's sandbox holds nothing that is not JavaScript.
  return path.endsWith('.node') ? 'is machine code' : undefined
}
