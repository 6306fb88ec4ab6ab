/** Hands attachments to a plugin in pieces; each piece is read from the disk only when it is requested. */

import { refused } from './refusal.ts'
import type { AttachmentBytes } from './services.ts'

export interface Piece {
  bytes: Uint8Array
  isLast: boolean
}

/** Fits into a frame in base64. */
const pieceBytes = 128 * 1024
const maxBytes = 100 * 1024 * 1024
const mostAtOnce = 8
/** A file is closed after this time without a read. */
const idleMs = 60_000

interface OpenFile {
  pieces: AsyncIterator<Uint8Array>
  source: AttachmentBytes
  idle: NodeJS.Timeout
  bytesRead: number
}

export class OpenFiles {
  readonly #files = new Map<number, OpenFile>()
  #lastNumber = 0

  /** Returns the number under which the file is read. */
  open(source: AttachmentBytes): number {
    const isTooLarge = source.size > maxBytes
    if (isTooLarge || this.#files.size >= mostAtOnce) {
      source.close()
      throw isTooLarge
        ? refused('too_large', 'The attachment is too large.')
        : refused('rate_limited', 'Too many attachments at once.', 1)
    }
    const file = ++this.#lastNumber
    const idle = setTimeout(() => this.close(file), idleMs)
    this.#files.set(file, { pieces: inPieces(source.bytes), source, idle, bytesRead: 0 })
    return file
  }

  async next(file: number): Promise<Piece> {
    const open = this.#files.get(file)
    if (open === undefined) throw refused('invalid_request', 'That attachment is not open.')
    open.idle.refresh()
    const { value, done } = await open.pieces.next()
    open.bytesRead += value?.length ?? 0
    const isTooLarge = open.bytesRead > maxBytes
    if (done || isTooLarge) this.close(file)
    if (isTooLarge) throw refused('too_large', 'The attachment is too large.')
    return { bytes: value ?? new Uint8Array(), isLast: done === true }
  }

  close(file: number): void {
    const open = this.#files.get(file)
    if (open === undefined) return
    this.#files.delete(file)
    clearTimeout(open.idle)
    open.source.close()
  }

  reset(): void {
    for (const file of this.#files.keys()) this.close(file)
  }
}

/** Regroups the bytes into pieces as large as a frame holds, however they arrive. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    length += chunk.length
    if (length < pieceBytes) continue
    const all = Buffer.concat(held)
    const whole = all.length - (all.length % pieceBytes)
    for (let at = 0; at < whole; at += pieceBytes) yield all.subarray(at, at + pieceBytes)
    held = [all.subarray(whole)]
    length = all.length - whole
  }
  if (length > 0) yield Buffer.concat(held)
  return undefined
}
