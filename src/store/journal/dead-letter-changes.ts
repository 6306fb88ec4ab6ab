/** Tries dead letters again, or drops them, from another process than the bridge. */
import { existsSync } from 'node:fs'
import type { DeliveryId } from '../../contract/ids.ts'
import { openOwnedDatabase } from '../owned-database.ts'
import { inTransaction } from '../transaction.ts'
import { type DeadLetters, journalDeadLetters } from './dead-letters.ts'

/** Which of them: all where no ids are given. */
export interface DeadLetterChoice {
  integration: string
  ids?: readonly string[] | undefined
}

/** For other processes: a moment's connection for each change, which the bridge notices by itself. */
export interface DeadLetterChanges {
  /** How many there were. */
  retry(choice: DeadLetterChoice): number
  drop(choice: DeadLetterChoice): number
}

const busyTimeoutMs = 5_000

export function deadLetterChanges(journalFile: string, nowMs: () => number = Date.now): DeadLetterChanges {
  const change = ({ integration, ids }: DeadLetterChoice, each: (letters: DeadLetters, id: DeliveryId) => boolean) => {
    // Opening it would make one, which is the bridge's affair.
    if (!existsSync(journalFile)) return 0
    using db = openOwnedDatabase(journalFile, { timeout: busyTimeoutMs })
    return inTransaction(db, () => {
      const letters = journalDeadLetters(db)
      const chosen = letters.list(integration).filter(({ id }) => ids?.includes(id) ?? true)
      return chosen.filter(({ id }) => each(letters, id)).length
    })
  }
  return {
    retry: (choice) => change(choice, (letters, id) => letters.retry(id)),
    drop: (choice) => change(choice, (letters, id) => letters.drop(id, nowMs())),
  }
}
