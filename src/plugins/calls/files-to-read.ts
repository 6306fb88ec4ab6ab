/** Attachments that a plugin reads in pieces; each piece is read from the disk only when it is requested. */

import { refused } from './refusal.ts'
import type { AttachmentBytes } from './services.ts'

export interface Piece {
  bytes: Uint8Array
  isLast: boolean
}

export interface FilesToRead {
  open(file: AttachmentBytes): number
  next(file: number): Promise<Piece>
  close(file: number): void
  reset(): void
}

/** Fits into a frame in base64. */
const pieceBytes = 128 * 1024
const maxBytes = 100 * 1024 * 1024
const mostAtOnce = 8
/** A file is closed after this time without a read. */
const idleMs = 60_000

interface Open {
  pieces: AsyncIterator<Uint8Array>
  source: AttachmentBytes
  idle: NodeJS.Timeout
  taken: number
}

export function filesToRead(): FilesToRead {
  const files = new Map<number, Open>()
  let lastNumber = 0

  const close = (file: number): void => {
    const open = files.get(file)
    if (open === undefined) return
    files.delete(file)
    clearTimeout(open.idle)
    open.source.close()
  }

  return {
    open(source) {
      const tooLarge = source.size > maxBytes
      if (tooLarge || files.size >= mostAtOnce) {
        source.close()
        throw tooLarge
          ? refused('too_large', 'The attachment is too large.')
          : refused('rate_limited', 'Too many attachments at once.', 1)
      }
      const file = ++lastNumber
      files.set(file, { pieces: inPieces(source.bytes), source, idle: setTimeout(close, idleMs, file), taken: 0 })
      return file
    },
    async next(file) {
      const open = files.get(file)
      if (open === undefined) throw refused('invalid_request', 'That attachment is not open.')
      open.idle.refresh()
      const { value, done } = await open.pieces.next()
      open.taken += value?.length ?? 0
      if (done || open.taken > maxBytes) close(file)
      if (open.taken > maxBytes) throw refused('too_large', 'The attachment is too large.')
      return { bytes: value ?? new Uint8Array(), isLast: done === true }
    },
    close,
    reset() {
      for (const file of files.keys()) close(file)
    },
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
