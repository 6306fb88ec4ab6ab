/**
 * Writes one JSON object per line, whole and in order, and lets producers wait while the reader does not keep up.
 */
import { once } from 'node:events'
import type { Writable } from 'node:stream'

export class LineWriter {
  readonly #stream: Writable

  constructor(stream: Writable) {
    this.#stream = stream
  }

  write(value: object): void {
    if (!this.#stream.destroyed) this.#stream.write(`${oneLine(value)}\n`)
  }

  /** Whether lines wait for the reader. */
  get isBlocked(): boolean {
    return this.#stream.writableNeedDrain
  }

  /** Resolves when the reader has caught up, is gone, or the signal aborts. */
  async drained(signal?: AbortSignal): Promise<void> {
    if (!this.isBlocked || this.#stream.destroyed) return
    const ended = new AbortController()
    const until = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal])
    await Promise.race(['drain', 'close'].map((event) => once(this.#stream, event, { signal: until }))).catch(() => {})
    ended.abort()
  }

  /** Resolves when everything was handed to the system. */
  async flushed(): Promise<void> {
    if (this.#stream.destroyed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#stream.once('close', resolve)
    this.#stream.write('', () => resolve())
    await promise
  }
}

/** Clients that read by readline of Node take the separators of Unicode for the end of a line as well. */
const oneLine = (value: object): string =>
  JSON.stringify(value).replaceAll(/[\u2028\u2029]/g, (separator) => (separator === '\u2028' ? '\\u2028' : '\\u2029'))
