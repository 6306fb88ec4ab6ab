/**
 * Message-IDs that contain the conversation of a mail, signed: mail programs copy them into every answer, and nobody
 * who did not receive a mail can forge one. So nothing has to be stored for it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../shared/durable-file.ts'

export interface MessageIds {
  /** Returns the same id on each attempt. `conversation` is null where a mail covers several. */
  of(delivery: string, conversation: string | null): string
  /**
   * Returns an id that no mail has: every mail of a conversation refers to it, so that mail programs show them
   * together.
   */
  thread(conversation: string): string
  /** Reads our ids in a header; undefined where none of them is ours. */
  read(header: string): { conversation: string | null } | undefined
}

const several = 'several'
const firstOfThread = 'thread'
const signatureLength = 32

export function createMessageIds(key: Buffer, domain: string): MessageIds {
  const sign = (said: string): string => createHmac('sha256', key).update(said).digest('hex').slice(0, signatureLength)
  const make = (first: string, conversation: string): string =>
    `<${first}.${conversation}.${sign(`${first}.${conversation}`)}@${domain}>`

  return {
    of: (delivery, conversation) => make(delivery, conversation ?? several),
    thread: (conversation) => make(firstOfThread, conversation),
    read(header) {
      // The last id is that of the mail that is answered.
      for (const [, said = '', signature = ''] of [
        ...header.matchAll(/<([\w-]+\.[\w-]+)\.([0-9a-f]{32})@[^<>]*>/g),
      ].reverse()) {
        if (!timingSafeEqual(Buffer.from(sign(said)), Buffer.from(signature))) continue
        const conversation = said.split('.')[1] ?? several
        return { conversation: conversation === several ? null : conversation }
      }
      return undefined
    },
  }
}

/** Loads or creates the signing key; answers to mails signed with an earlier key match no conversation. */
export function keptKey(dataDir: string): Buffer {
  const path = join(dataDir, 'key')
  const kept = read(path)
  if (kept !== undefined) return kept
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
