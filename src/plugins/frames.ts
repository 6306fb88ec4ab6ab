/**
 * Encodes messages on the pipe: four bytes of length, then JSON. A frame that is too large or malformed ends the
 * connection.
 */

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

export interface FrameReader {
  /** Returns every frame that these bytes complete; throws `BrokenFrame` for bytes that are not a valid frame. */
  push(chunk: Buffer): unknown[]
}

export class BrokenFrame extends Error {}

/** Copies each byte once, however small the pieces that a plugin writes. */
export function createFrameReader(): FrameReader {
  const header = Buffer.alloc(headerBytes)
  let headerFilled = 0
  let body: Buffer | undefined
  let bodyFilled = 0
  return {
    push(chunk) {
      const frames: unknown[] = []
      for (let at = 0; at < chunk.length; ) {
        if (body === undefined) {
          const copied = chunk.copy(header, headerFilled, at)
          at += copied
          headerFilled += copied
          if (headerFilled < headerBytes) break
          body = Buffer.allocUnsafe(lengthIn(header))
        }
        const copied = chunk.copy(body, bodyFilled, at)
        at += copied
        bodyFilled += copied
        if (bodyFilled < body.length) break
        frames.push(parse(body.toString()))
        body = undefined
        headerFilled = bodyFilled = 0
      }
      return frames
    },
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
