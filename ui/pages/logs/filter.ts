/** Filters log lines by level, source, time and text, and reads the filter from the address and writes it there. */
import { type LogLevel, logLevels } from '../../../src/contract/log-levels.ts'
import { boundsOf, rangeIn, type TimeRange, writtenRange } from '../../parts/time-range/time-range.ts'
import { finderOf } from './finder.ts'
import type { LogLine } from './lines.ts'

export interface LogFilter extends TimeRange {
  /** An empty list means all levels. */
  levels: readonly LogLevel[]
  sources: readonly string[]
  text: string
  /** Keeps lines that do not match and only marks the matches. */
  highlightOnly: boolean
}

export function shownLines(lines: readonly LogLine[], filter: LogFilter, nowMs = Date.now()): readonly LogLine[] {
  const { levels, sources, text, highlightOnly } = filter
  const { from, to } = boundsOf(filter, nowMs)
  const finder = highlightOnly ? undefined : finderOf(text)
  if (levels.length + sources.length === 0 && finder === undefined && from === undefined && to === undefined)
    return lines
  return lines.filter(
    ({ level, source, ts, msg }) =>
      (levels.length === 0 || levels.includes(level)) &&
      (sources.length === 0 || sources.includes(source)) &&
      (from === undefined || ts >= from) &&
      (to === undefined || ts <= to) &&
      (finder === undefined || finder.finds(msg)),
  )
}

/** Reads a filter such as `level=warn,error&source=web&q=…&last=15`. */
export function filterIn(search: string): LogFilter {
  const query = new URLSearchParams(search)
  const listed = (name: string) => (query.get(name) ?? '').split(',').filter((each) => each !== '')
  return {
    levels: listed('level').filter((each): each is LogLevel => (logLevels as readonly string[]).includes(each)),
    sources: listed('source'),
    text: query.get('q') ?? '',
    highlightOnly: query.has('mark'),
    ...rangeIn(query),
  }
}

export function addressOf(filter: LogFilter, at?: string): string {
  const { levels, sources, text, highlightOnly } = filter
  const written = new URLSearchParams({
    ...(levels.length > 0 && { level: levels.join(',') }),
    ...(sources.length > 0 && { source: sources.join(',') }),
    ...(text !== '' && { q: text }),
    ...(highlightOnly && { mark: '1' }),
    ...writtenRange(filter),
    ...(at !== undefined && { at }),
  }).toString()
  return written === '' ? '' : `?${written}`
}
