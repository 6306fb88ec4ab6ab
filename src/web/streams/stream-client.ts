/**
 * Writes a stream to one reader: holds a bounded amount for it, and drops it with a reason when it reads too slowly.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { StreamDropped } from '../../contract/events.ts'

type DropReason = StreamDropped['reason']

export interface StreamClient {
  readonly isOpen: boolean
  /** Drops the client if too much is waiting. */
  write(bytes: string | Buffer): void
  /** Lets a writer wait. Resolves once less is waiting, or the client is gone. */
  drained(): Promise<void>
  drop(reason: DropReason): void
  onClose(listener: () => void): void
}

const mostWaitingBytes = 256 * 1024
/** A writer that can wait does so above this amount. */
const manyWaitingBytes = 64 * 1024
const stalledAfterMs = 30_000
const lastWordsMs = 10_000

/** Takes the reply over. `greeting` is sent at once, so that the client knows that the stream is open. */
export function openStreamClient(reply: FastifyReply, greeting: string): StreamClient {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    // The connection is not reused after a stream.
    connection: 'close',
  })
  raw.socket?.setNoDelay(true)
  raw.on('error', () => raw.destroy())
  raw.write(greeting)
  return clientOf(raw)
}

function clientOf(raw: ServerResponse): StreamClient {
  let isDropped = false
  const isOpen = () => !isDropped && !raw.destroyed && !raw.writableEnded

  function drop(reason: DropReason): void {
    if (!isOpen()) return
    isDropped = true
    const dropped: StreamDropped = { type: 'dropped', reason }
    raw.end(`event: ${dropped.type}\ndata: ${JSON.stringify(dropped)}\n\n`)
    // A client that reads nothing would keep its connection for ever.
    const timer = setTimeout(() => raw.destroy(), lastWordsMs)
    raw.once('close', () => clearTimeout(timer))
  }

  return {
    get isOpen() {
      return isOpen()
    },
    write(bytes) {
      if (!isOpen()) return
      if (raw.writableLength + bytes.length > mostWaitingBytes) drop('too_slow')
      else raw.write(bytes)
    },
    async drained() {
      if (!isOpen() || raw.writableLength < manyWaitingBytes) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(() => drop('too_slow'), stalledAfterMs)
      raw.once('drain', resolve).once('close', resolve)
      await promise
      clearTimeout(timer)
      raw.off('drain', resolve).off('close', resolve)
    },
    drop,
    onClose(listener) {
      if (raw.closed) queueMicrotask(listener)
      else raw.once('close', listener)
    },
  }
}
