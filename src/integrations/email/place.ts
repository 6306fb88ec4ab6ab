/** Up to which mail of the folder everything is done: kept on the disk, so that no answer is sent twice or forgotten. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './safe-file.ts'

export interface Place {
  /** The first mail that is not done; undefined where the folder counts anew, or is another one. */
  next(uidValidity: number): number | undefined
  keep(uidValidity: number, next: number): void
}

/** `folder` names account and folder. */
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
