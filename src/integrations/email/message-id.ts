/**
 * Makes and reads Message-IDs that contain the conversation of a mail, signed: mail programs copy them into every
 * answer, and nobody who did not receive a mail can forge one. So nothing has to be stored for it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../shared/durable-file.ts'

const several = 'several'
const firstOfThread = 'thread'
const signatureLength = 32

export class MessageIds {
  readonly #key: Buffer
  readonly #domain: string

  constructor(key: Buffer, domain: string) {
    this.#key = key
    this.#domain = domain
  }

  /** Returns the same id on each attempt. `conversation` is null where a mail covers several. */
  of(delivery: string, conversation: string | null): string {
    return this.#make(delivery, conversation ?? several)
  }

  /**
   * Returns an id that no mail has: every mail of a conversation refers to it, so that mail programs show them
   * together.
   */
  thread(conversation: string): string {
    return this.#make(firstOfThread, conversation)
  }

  /** Reads our ids in a header; undefined where none of them is ours. */
  read(header: string): { conversation: string | null } | undefined {
    // The last id is that of the mail that is answered.
    const ids = [...header.matchAll(/<([\w-]+\.[\w-]+)\.([0-9a-f]{32})@[^<>]*>/g)].reverse()
    for (const [, signed = '', signature = ''] of ids) {
      if (!timingSafeEqual(Buffer.from(this.#sign(signed)), Buffer.from(signature))) continue
      const conversation = signed.split('.')[1] ?? several
      return { conversation: conversation === several ? null : conversation }
    }
    return undefined
  }

  #make(first: string, conversation: string): string {
    const signed = `${first}.${conversation}`
    return `<${signed}.${this.#sign(signed)}@${this.#domain}>`
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex').slice(0, signatureLength)
  }
}

/** Loads or creates the signing key; answers to mails signed with an earlier key match no conversation. */
export function storedKey(dataDir: string): Buffer {
  const path = join(dataDir, 'key')
  const stored = read(path)
  if (stored !== undefined) return stored
  const key = randomBytes(32)
  replaceFile(path, key.toString('hex'))
  return key
}

function read(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8'), 'hex')
    return key.length === 32 ? key : undefined
  } catch {
    return undefined
  }
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).replace(/[^\w.-]/g, '')
