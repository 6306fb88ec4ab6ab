/**
 * Passes on frames of the protocol and drops everything else. If what it drops has an id, it responds with an error, so
 * that the sender does not wait.
 */
import { Transform } from 'node:stream'
import { ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { frameId } from './frame-id.ts'

export interface BrokenFrame {
  id: string | number
  code: number
  message: string
}

interface Heard {
  answer(broken: BrokenFrame): void
  /** Reports input without a readable id. */
  onNoise(): void
}

/** A text to send has 4,000 characters, so no valid frame comes near this length. */
const longestFrame = 1024 * 1024
const lineFeed = 0x0a

export function wholeFrames({ answer, onNoise }: Heard): Transform {
  let kept: Buffer[] = []
  let size = 0
  let tooLong: ReturnType<typeof frameId> | undefined

  function refuse(ids: readonly unknown[], code: number, message: string): void {
    const readable = ids.filter((id) => typeof id === 'string' || typeof id === 'number')
    for (const id of readable) answer({ id, code, message })
    if (readable.length === 0) onNoise()
  }

  function keep(piece: Buffer): void {
    size += piece.length
    if (tooLong === undefined && size > longestFrame) {
      tooLong = frameId()
      for (const each of kept) tooLong.feed(each)
      kept = []
    }
    if (tooLong === undefined) kept.push(piece)
    else tooLong.feed(piece)
  }

  /** Returns undefined for what is not a frame. */
  function ended(): Buffer | undefined {
    const [line, overflow] = [Buffer.concat(kept), tooLong]
    kept = []
    size = 0
    tooLong = undefined
    if (overflow !== undefined) {
      refuse([overflow.found()], ProtocolErrorCode.InvalidRequest, `A frame has at most ${longestFrame} bytes.`)
      return undefined
    }
    return checked(line)
  }

  function checked(line: Buffer): Buffer | undefined {
    const text = line.toString('utf8').trim()
    if (text === '') return undefined
    const read = parsed(text)
    if (read === undefined) {
      const id = frameId()
      id.feed(line)
      refuse([id.found()], ProtocolErrorCode.ParseError, 'The frame is not valid JSON.')
    } else if (isFrame(read.value)) return line
    else refuse(idsOf(read.value), ProtocolErrorCode.InvalidRequest, 'The frame is not a request of JSON-RPC 2.0.')
    return undefined
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        keep(chunk.subarray(from, at))
        const frame = ended()
        if (frame !== undefined) this.push(Buffer.concat([frame, Buffer.of(lineFeed)]))
        from = at + 1
      }
      if (from < chunk.length) keep(chunk.subarray(from))
      done()
    },
  })
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function isFrame(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value)
    return true
  } catch {
    return false
  }
}

/**
 * Returns each id of a batch, which the protocol no longer knows, and none of a broken response, since a response gets
 * no response.
 */
const idsOf = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const isRequest = typeof each === 'object' && each !== null && !('result' in each) && !('error' in each)
    return isRequest && 'id' in each ? [each.id] : []
  })
