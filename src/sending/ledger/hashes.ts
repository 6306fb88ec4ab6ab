/** The hashes by which the ledger recognises words, files and keys after it has forgotten them. */
import { createHash } from 'node:crypto'
import { comparableWords } from '../decisions/own-row.ts'
import type { Order, PartOrder } from './ledger.ts'

/** The hash includes the requester, so that idempotency keys of different requesters never match. */
export const keyHash = ({ by, idempotencyKey }: Pick<Order, 'by' | 'idempotencyKey'>): Uint8Array | null =>
  idempotencyKey === null ? null : hashOf(JSON.stringify([by, idempotencyKey]))

/** Covers everything but the recipient, who may be written differently the second time. */
export const contentHash = ({ service, parts }: Pick<Order, 'service' | 'parts'>): Uint8Array =>
  hashOf(JSON.stringify([service, ...presentParts(parts).map(contentOf)]))

/** A row of Messages with these words may be this part. The row of a file has no words. */
export const bodyHash = (part: PartOrder): Uint8Array => wordsHash(part.kind === 'text' ? part.text : null)
export const wordsHash = (text: string | null): Uint8Array => hashOf(comparableWords(text))

/** Equal for parts that a recipient would call the same message. */
export const sameHash = (part: PartOrder): Uint8Array =>
  part.kind === 'text' ? wordsHash(part.text) : hashOf(JSON.stringify(['file', part.sha256]))

/** Stands for everything that was shown of a send, so that a release can only mean just that. */
export const shownHash = (shown: readonly unknown[]): string =>
  Buffer.from(hashOf(JSON.stringify(shown)))
    .toString('hex')
    .slice(0, 32)

export const presentParts = (parts: Order['parts']): PartOrder[] => parts.filter((part) => part !== undefined)

const contentOf = (part: PartOrder): unknown =>
  part.kind === 'text' ? { text: part.text } : { sha256: part.sha256, name: part.name }

const hashOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()
