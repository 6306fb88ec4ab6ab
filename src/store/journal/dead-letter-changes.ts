/** Retries or drops dead letters from a process other than the bridge. */
import { existsSync } from 'node:fs'
import type { DeliveryId } from '../../contract/ids.ts'
import { openOwnedDatabase } from '../owned-database.ts'
import { inTransaction } from '../transaction.ts'
import { type DeadLetters, journalDeadLetters } from './dead-letters.ts'

/** The dead letters to change: all of the integration when no ids are given. */
export interface DeadLetterChoice {
  integration: string
  ids?: readonly string[] | undefined
}

/** Opens a short connection for each change; the bridge notices the change automatically. */
export interface DeadLetterChanges {
  /** Both return how many dead letters were changed. */
  retry(choice: DeadLetterChoice): number
  drop(choice: DeadLetterChoice): number
}

const busyTimeoutMs = 5_000

export function deadLetterChanges(journalFile: string, nowMs: () => number = Date.now): DeadLetterChanges {
  const change = ({ integration, ids }: DeadLetterChoice, each: (letters: DeadLetters, id: DeliveryId) => boolean) => {
    // Opening the journal would create one, which only the bridge may do.
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
