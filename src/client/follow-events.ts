/**
 * Follows a stream of server-sent events through interruptions: each time it continues from the last id that it
 * received.
 */
import { backoffMs } from '../base/backoff.ts'
import { pause } from '../base/pause.ts'
import { ClientError } from './client-error.ts'

export interface Followed<T> {
  /** Id in the stream, where it gives ids, from which a later call can continue. */
  id: string | undefined
  value: T
}

export interface FollowOptions {
  signal?: AbortSignal
  /** Called with each id, including that of the greeting, which is the position before anything has happened. */
  onId?: (id: string) => void
  /** Time to wait before the next attempt, by the number of attempts that have failed in a row. */
  waitMs?: (attempt: number) => number
}

/** Resolves once the stream is open; throws `ClientError`. */
type Open = (headers: Record<string, string>, signal: AbortSignal | undefined) => Promise<Response>

const backoff = { firstMs: 500, longestMs: 30_000 }

/** Ends when the signal aborts. Throws when another attempt would fail as well, for example with a revoked key. */
export async function* followEvents<T>(
  open: Open,
  { signal, onId, waitMs = (failures) => backoffMs(backoff, failures + 1) }: FollowOptions,
): AsyncGenerator<Followed<T>, void> {
  let id: string | undefined
  for (let attempt = 0; !signal?.aborted; attempt++) {
    try {
      const response = await open(id === undefined ? {} : { 'last-event-id': id }, signal)
      for await (const event of readEventLines(response)) {
        attempt = 0
        id = event.id ?? id
        if (event.id !== undefined) onId?.(event.id)
        if (event.type === 'message' && event.data !== '') yield { id, value: JSON.parse(event.data) as T }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isFinal(error)) throw error
    }
    await pause(waitMs(attempt), signal)
  }
}

/** Repeating the request cannot help for errors of the caller, except for too many streams. */
const isFinal = (error: unknown): boolean =>
  error instanceof ClientError && error.status >= 400 && error.status < 500 && error.status !== 429

interface StreamedEvent {
  id: string | undefined
  type: string
  data: string
}

/** Parses `text/event-stream` into events. Ends with the stream, and drops an event that is cut off. */
async function* readEventLines(response: Response): AsyncGenerator<StreamedEvent, void> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let rest = ''
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const blocks = `${rest}${decoder.decode(read.value, { stream: true })}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
}

function eventOf(block: string): StreamedEvent {
  const event: StreamedEvent = { id: undefined, type: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? []
    if (field === 'id') event.id = value
    if (field === 'event') event.type = value
    if (field === 'data') data.push(value)
  }
  return { ...event, data: data.join('\n') }
}
