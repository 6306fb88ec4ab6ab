/**
 * Encodes messages on the pipe: four bytes of length, then JSON. A frame that is too large or malformed ends the
 * connection.
 */
import type { Duplex } from 'node:stream'

export const maxFrameBytes = 256 * 1024
const headerBytes = 4

/** Returns undefined when the value is too large for one frame. */
export function encodeFrame(value: unknown): Buffer | undefined {
  const body = JSON.stringify(value)
  const length = Buffer.byteLength(body)
  if (length > maxFrameBytes) return undefined
  const frame = Buffer.allocUnsafe(headerBytes + length)
  frame.writeUInt32BE(length)
  frame.write(body, headerBytes)
  return frame
}

/** The frames that each pipe gets once the current work is done. */
const gathered = new WeakMap<Duplex, Buffer[]>()
/** Above this number frames are written before the current work is done, so that the other side can begin. */
const mostGathered = 8

/** Gathers what is written to a pipe until the current work is done, since one write costs as much as one frame does. */
export function writeTogether(pipe: Duplex, bytes: Buffer): void {
  const waiting = gathered.get(pipe)
  if (waiting === undefined) {
    gathered.set(pipe, [bytes])
    process.nextTick(() => writeGathered(pipe))
  } else if (waiting.push(bytes) >= mostGathered) {
    writeAll(pipe, waiting.splice(0))
  }
}

/** Writes at once what was gathered for a pipe, which is about to be ended. */
export function writeGathered(pipe: Duplex): void {
  const waiting = gathered.get(pipe)
  gathered.delete(pipe)
  if (waiting !== undefined) writeAll(pipe, waiting)
}

function writeAll(pipe: Duplex, frames: readonly Buffer[]): void {
  if (frames.length > 0 && pipe.writable) pipe.write(Buffer.concat(frames))
}

export class BrokenFrame extends Error {}

/** Copies each byte at most once, however small the pieces that a plugin writes. */
export class FrameReader {
  readonly #header = Buffer.alloc(headerBytes)
  #headerFilled = 0
  #body: Buffer | undefined
  #bodyFilled = 0

  /** Returns every frame that these bytes complete; throws `BrokenFrame` for bytes that are not a valid frame. */
  push(chunk: Buffer): unknown[] {
    const frames: unknown[] = []
    for (let at = 0; at < chunk.length; ) {
      if (this.#body === undefined) {
        const copied = chunk.copy(this.#header, this.#headerFilled, at)
        at += copied
        this.#headerFilled += copied
        if (this.#headerFilled < headerBytes) break
        const length = lengthIn(this.#header)
        if (length <= chunk.length - at) {
          // Most frames arrive whole, and are read where they are.
          frames.push(parse(chunk.toString('utf8', at, at + length)))
          at += length
          this.#headerFilled = 0
          continue
        }
        this.#body = Buffer.allocUnsafe(length)
      }
      const copied = chunk.copy(this.#body, this.#bodyFilled, at)
      at += copied
      this.#bodyFilled += copied
      if (this.#bodyFilled < this.#body.length) break
      frames.push(parse(this.#body.toString()))
      this.#body = undefined
      this.#headerFilled = 0
      this.#bodyFilled = 0
    }
    return frames
  }
}

function lengthIn(header: Buffer): number {
  const length = header.readUInt32BE()
  if (length > maxFrameBytes) throw new BrokenFrame(`a frame of ${length} bytes, where ${maxFrameBytes} are allowed`)
  return length
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new BrokenFrame('a frame that is no JSON', { cause })
  }
}
