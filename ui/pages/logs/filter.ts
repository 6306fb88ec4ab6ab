/** Which lines are shown: by level, source and words, or words between slashes as a regular expression. */
import { type LogLevel, logLevels } from '../../../src/contract/log-levels.ts'
import type { LogLine } from './lines.ts'

export interface LogFilter {
  /** Of those none means all. */
  levels: readonly LogLevel[]
  sources: readonly string[]
  text: string
  /** Lines that do not fit stay, only what fits is marked. */
  highlightOnly: boolean
}

export type Finder = (text: string) => boolean

/** Undefined where nothing is looked for; an expression that is none finds itself as text. */
export function finderOf(text: string): Finder | undefined {
  if (text === '') return undefined
  const [, pattern] = /^\/(.+)\/$/.exec(text) ?? []
  const expression = pattern === undefined ? undefined : expressionOf(pattern)
  if (expression !== undefined) return (line) => expression.test(line)
  const wanted = text.toLowerCase()
  return (line) => line.toLowerCase().includes(wanted)
}

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'iu')
  } catch {
    return undefined
  }
}

export function shownLines(lines: readonly LogLine[], filter: LogFilter): readonly LogLine[] {
  const { levels, sources, text, highlightOnly } = filter
  const finds = highlightOnly ? undefined : finderOf(text)
  if (levels.length === 0 && sources.length === 0 && finds === undefined) return lines
  return lines.filter(
    ({ level, source, msg }) =>
      (levels.length === 0 || levels.includes(level)) &&
      (sources.length === 0 || sources.includes(source)) &&
      (finds === undefined || finds(msg)),
  )
}

/** As it stands in the address: `level=warn,error&source=web&q=…`. */
export function filterIn(search: string): LogFilter {
  const query = new URLSearchParams(search)
  const listed = (name: string) => (query.get(name) ?? '').split(',').filter((each) => each !== '')
  return {
    levels: listed('level').filter((each): each is LogLevel => (logLevels as readonly string[]).includes(each)),
    sources: listed('source'),
    text: query.get('q') ?? '',
    highlightOnly: query.has('mark'),
  }
}

export function addressOf({ levels, sources, text, highlightOnly }: LogFilter, at?: string): string {
  const query = new URLSearchParams()
  if (levels.length > 0) query.set('level', levels.join(','))
  if (sources.length > 0) query.set('source', sources.join(','))
  if (text !== '') query.set('q', text)
  if (highlightOnly) query.set('mark', '1')
  if (at !== undefined) query.set('at', at)
  const written = query.toString()
  return written === '' ? '' : `?${written}`
}
