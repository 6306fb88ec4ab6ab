/**
 * Writes what a plugin prints to the log under its name: short lines, a bounded number per second, read no faster than
 * is useful.
 */
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger, LogLevel } from '../contract/log-entry.ts'
import { RateLimit } from './rate-limit.ts'

const linesPerSecond = 50
const longestLine = 2_048
/** Makes a plugin that floods its output wait in `write`, instead of keeping the bridge busy in `read`. */
const bytesPerPause = 64 * 1024
const pauseMs = 50

export class PluginLog {
  readonly #log: Logger
  readonly #limit: RateLimit

  /** Expects the logger under the name of the plugin. */
  constructor(log: Logger, monotonicMs: () => number) {
    this.#log = log
    this.#limit = new RateLimit(linesPerSecond, monotonicMs)
  }

  write(level: LogLevel, msg: string): void {
    if (!this.#limit.take()) return
    const dropped = this.#limit.countRefused()
    if (dropped > 0)
      this.#log.warn(`${dropped} lines of this plugin were dropped: more than ${linesPerSecond} a second.`)
    this.#log[level](msg.slice(0, longestLine))
  }

  /** Logs everything that comes out of the stream, line by line. */
  capture(stream: Readable, level: LogLevel): void {
    stream.setEncoding('utf8')
    void readLines(stream, (line) => this.write(level, line)).catch(() => stream.destroy())
  }
}

async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = ''
  let read = 0
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(-longestLine)
    for (const line of lines) if (line.trim() !== '') onLine(line.trimEnd())
    read += chunk.length
    if (read < bytesPerPause) continue
    read = 0
    await sleep(pauseMs, undefined, { ref: false })
  }
  if (rest.trim() !== '') onLine(rest.trimEnd())
}
