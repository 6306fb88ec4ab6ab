/**
 * Stores the position in the mail folder up to which every mail is done, so that no answer is sent twice or forgotten.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../shared/durable-file.ts'

interface Stored {
  folder: string
  uidValidity: number
  next: number
}

export class MailboxPosition {
  readonly #path: string
  readonly #folder: string
  #stored: Stored | undefined

  /** `folder` identifies the account and the folder. */
  constructor(dataDir: string, folder: string) {
    this.#path = join(dataDir, 'mailbox.json')
    this.#folder = folder
    this.#stored = read(this.#path)
  }

  /** Returns the first mail that is not done; undefined where the folder was renumbered, or is another one. */
  next(uidValidity: number): number | undefined {
    const isSame = this.#stored?.folder === this.#folder && this.#stored.uidValidity === uidValidity
    return isSame ? this.#stored?.next : undefined
  }

  store(uidValidity: number, next: number): void {
    this.#stored = { folder: this.#folder, uidValidity, next }
    replaceFile(this.#path, JSON.stringify(this.#stored))
  }
}

function read(path: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Stored
  } catch {
    return undefined
  }
}
