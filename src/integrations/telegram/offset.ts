/** Stores the update up to which everything is done, so that nothing is handled twice and nothing is lost. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../shared/durable-file.ts'

export interface Offset {
  /** The first update that is not done. */
  next(): number
  done(updateId: number): void
}

/** The numbers of another bot do not apply to this one. */
export function openOffset(dataDir: string, bot: string): Offset {
  const path = join(dataDir, 'offset.json')
  let next = kept(path, bot)
  return {
    next: () => next,
    done(updateId) {
      next = updateId + 1
      replaceFile(path, JSON.stringify({ bot, next }))
    },
  }
}

function kept(path: string, bot: string): number {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as { bot: unknown; next: unknown }
    return read.bot === bot && Number.isSafeInteger(read.next) ? Number(read.next) : 0
  } catch {
    return 0
  }
}
