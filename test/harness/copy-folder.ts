/**
 * Copies a folder whose databases may be open in this process. Another process does it, because closing a descriptor of
 * a database here would drop the locks that SQLite holds on it, and the next process to open it would empty its index.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  execFileSync('cp', ['-Rp', `${from}/.`, to])
}
