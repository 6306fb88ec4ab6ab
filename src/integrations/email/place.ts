/**
 * Stores the position in the mail folder up to which every mail is done, so that no answer is sent twice or forgotten.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../shared/durable-file.ts'

export interface Place {
  /** Returns the first mail that is not done; undefined where the folder was renumbered, or is another one. */
  next(uidValidity: number): number | undefined
  keep(uidValidity: number, next: number): void
}

/** `folder` identifies the account and the folder. */
export function openPlace(dataDir: string, folder: string): Place {
  const path = join(dataDir, 'mailbox.json')
  let kept = read(path)
  return {
    next: (uidValidity) => (kept?.folder === folder && kept.uidValidity === uidValidity ? kept.next : undefined),
    keep(uidValidity, next) {
      kept = { folder, uidValidity, next }
      replaceFile(path, JSON.stringify(kept))
    },
  }
}

interface Kept {
  folder: string
  uidValidity: number
  next: number
}

function read(path: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept
  } catch {
    return undefined
  }
}
