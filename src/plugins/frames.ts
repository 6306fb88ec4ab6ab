/**
 * Encodes messages on the pipe: four bytes of length, then JSON. A frame that is too large or malformed ends the
 * connection.
 */
import type { Duplex } from 'node:stream'

export const maxFrameBytes = 256 * 1024
const headerBytes = 4

/** Returns undefined when the value is too large for one frame. */
export function encodeFrame(value: unknown): Buffer | undefined {
  const body = Buffer.from(JSON.stringify(value))
  if (body.length > maxFrameBytes) return undefined
  const frame = Buffer.allocUnsafe(headerBytes + body.length)
  frame.writeUInt32BE(body.length)
  body.copy(frame, headerBytes)
  return frame
}

/** Gathers what is written to a pipe until the current work is done, so that it leaves in one piece. */
export function writeTogether(pipe: Duplex, bytes: Buffer): void {
  if (!pipe.writable) return
  if (pipe.writableCorked === 0) {
    pipe.cork()
    process.nextTick(() => pipe.uncork())
  }
  pipe.write(bytes)
}

export class BrokenFrame extends Error {}

/** Copies each byte once, however small the pieces that a plugin writes. */
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
        this.#body = Buffer.allocUnsafe(lengthIn(this.#header))
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
