/** What the ledger remembers of words, files and keys when they themselves are forgotten. */
import { createHash } from 'node:crypto'
import { comparableWords } from '../../domain/sending/own-row.ts'
import type { Order, PartOrder } from './ledger.ts'

/** Keys of one who asks are nothing to another. */
export const keyHash = ({ by, idempotencyKey }: Pick<Order, 'by' | 'idempotencyKey'>): Uint8Array | null =>
  idempotencyKey === null ? null : hashOf(JSON.stringify([by, idempotencyKey]))

/** Of everything but the addressee, who may be written otherwise the second time. */
export const contentHash = ({ service, parts }: Order): Uint8Array =>
  hashOf(JSON.stringify([service, ...presentParts(parts).map(contentOf)]))

/** A row of Messages with these words may be this part. A file comes without any. */
export const bodyHash = (part: PartOrder): Uint8Array => wordsHash(part.kind === 'text' ? part.text : null)
export const wordsHash = (text: string | null): Uint8Array => hashOf(comparableWords(text))

/** Equal for what a recipient would call the same message. */
export const sameHash = (part: PartOrder): Uint8Array =>
  part.kind === 'text' ? wordsHash(part.text) : hashOf(JSON.stringify(['file', part.sha256]))

export const presentParts = (parts: Order['parts']): PartOrder[] => parts.filter((part) => part !== undefined)

const contentOf = (part: PartOrder): unknown =>
  part.kind === 'text' ? { text: part.text } : { sha256: part.sha256, name: part.name }

const hashOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()
