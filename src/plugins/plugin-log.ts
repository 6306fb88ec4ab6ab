/**
 * Writes what a plugin prints to the log under its name: short lines, a bounded number per second, read no faster than
 * is useful.
 */
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger, LogLevel } from '../contract/log-entry.ts'
import { createRateLimit } from './rate-limit.ts'

const linesPerSecond = 50
const longestLine = 2_048
/** Makes a plugin that floods its output wait in `write`, instead of keeping the bridge busy in `read`. */
const bytesPerPause = 64 * 1024
const pauseMs = 50

export interface PluginLog {
  write(level: LogLevel, msg: string): void
  /** Logs everything that comes out of the stream, line by line. */
  capture(stream: Readable, level: LogLevel): void
}

export function pluginLog(log: Logger, monotonicMs: () => number): PluginLog {
  const limit = createRateLimit(linesPerSecond, monotonicMs)

  const write = (level: LogLevel, msg: string): void => {
    if (!limit.take()) return
    const dropped = limit.turnedAway()
    if (dropped > 0) log.warn(`${dropped} lines of this plugin were dropped: more than ${linesPerSecond} a second.`)
    log[level](msg.slice(0, longestLine))
  }

  return {
    write,
    capture(stream, level) {
      stream.setEncoding('utf8')
      void readLines(stream, (line) => write(level, line)).catch(() => stream.destroy())
    },
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
