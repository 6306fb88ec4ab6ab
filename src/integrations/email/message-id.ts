/**
 * Message-IDs that say to which conversation a mail belongs, signed: mail programs put them into every answer, and nobody who was
 * not sent a mail can make one. Nothing has to be remembered for it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './safe-file.ts'

export interface MessageIds {
  /** The same on each attempt. `conversation` is null where a mail tells of several. */
  of(delivery: string, conversation: string | null): string
  /** Of no mail: every mail of a conversation refers to it, so that mail programs show them together. */
  thread(conversation: string): string
  /** What the ids in a header say; undefined where none of them is ours. */
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
      // The last one is the mail that is answered.
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

/** Made once; answers to mails of an earlier key find nothing. */
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
