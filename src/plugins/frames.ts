/** How messages lie on the pipe: four bytes of length, then JSON. A frame that is too large or torn ends the conversation. */

export const maxFrameBytes = 256 * 1024
const headerBytes = 4

/** Undefined when the value is too large for one frame. */
export function encodeFrame(value: unknown): Buffer | undefined {
  const body = Buffer.from(JSON.stringify(value))
  if (body.length > maxFrameBytes) return undefined
  const frame = Buffer.allocUnsafe(headerBytes + body.length)
  frame.writeUInt32BE(body.length)
  body.copy(frame, headerBytes)
  return frame
}

export interface FrameReader {
  /** Hands over every frame that is complete with these bytes; throws `BrokenFrame` when the rest makes no sense. */
  push(chunk: Buffer): unknown[]
}

export class BrokenFrame extends Error {}

export function createFrameReader(): FrameReader {
  let buffered: Buffer = Buffer.alloc(0)
  return {
    push(chunk) {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      const frames: unknown[] = []
      let at = 0
      while (buffered.length - at >= headerBytes) {
        const length = lengthAt(buffered, at)
        if (buffered.length - at - headerBytes < length) break
        frames.push(parse(buffered.toString('utf8', at + headerBytes, at + headerBytes + length)))
        at += headerBytes + length
      }
      buffered = buffered.subarray(at)
      return frames
    },
  }
}

function lengthAt(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at)
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
