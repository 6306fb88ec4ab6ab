/** Lets through what is a frame of the protocol. What is none is answered where it bears an id, so that nobody waits for it, and dropped. */
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
  /** Of what bears no id that can be read. */
  onNoise(): void
}

/** A text to send has 4,000 characters; no frame comes near it. */
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

  /** Undefined for what is no frame. */
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

/** Of a batch, which the protocol does not know any more, each; of a broken answer none, since an answer is not answered. */
const idsOf = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const isRequest = typeof each === 'object' && each !== null && !('result' in each) && !('error' in each)
    return isRequest && 'id' in each ? [each.id] : []
  })
