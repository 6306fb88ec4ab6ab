/**
 * Converts pictures and sound to formats that browsers support, by means of the Mac's own programs, and caches the
 * results.
 */
import { stat } from 'node:fs/promises'
import { ServiceError } from '../domain/service-error.ts'
import type { ProgramName, Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

export type Conversion =
  | { to: 'jpeg' | 'png' /** Pixels; the original size when omitted. */; longestSide?: number }
  | { to: 'm4a' }

export interface Source {
  path: string
  /** Bytes. */
  size: number
  /** Changes whenever the file does. */
  identity: string
}

export interface Converter {
  /** Returns the path of the result. Throws `unsupported` with the reason. */
  convert(source: Source, wanted: Conversion): Promise<string>
  /** Ends the conversions that are running. */
  close(): void
}

/** Returns the path of the cached entry, or has `make` write it to a path that the cache chooses. */
export interface ConversionCache {
  entry(name: string, make: (path: string) => Promise<void>): Promise<string>
}

interface ConverterParts {
  programs: Programs
  cache: ConversionCache
  pictureDeadlineMs?: number
}

const largestBytes = 100 * 1024 * 1024
/** Each conversion takes a core and the memory of a decoded picture. */
const atOnce = 2
const soundDeadlineMs = 60_000

export function createConverter(parts: ConverterParts): Converter {
  const { programs, cache, pictureDeadlineMs = 10_000 } = parts
  const inTurn = turns(atOnce)
  const ending = new AbortController()

  async function make(source: Source, wanted: Conversion, target: string): Promise<void> {
    const { program, args } = commandFor(programs, wanted)(source.path, target)
    const deadlineMs = wanted.to === 'm4a' ? soundDeadlineMs : pictureDeadlineMs
    const failure = await inTurn(() => runProgram({ program, args, deadlineMs, signal: ending.signal }))
    if (failure !== undefined) throw unsupported(`The file could not be converted: the program ${failure}.`)
    const result = await stat(target).catch(() => undefined)
    if (!result?.isFile() || result.size === 0)
      throw unsupported('The file could not be converted: nothing came of it.')
  }

  return {
    async convert(source, wanted) {
      commandFor(programs, wanted)
      if (source.size > largestBytes) throw unsupported('The file is larger than 100 MB.')
      return cache.entry(`${source.identity} ${JSON.stringify(wanted)}`, (path) => make(source, wanted, path))
    },
    close: () => ending.abort(),
  }
}

type Command = (source: string, target: string) => { program: string; args: string[] }

/** Throws `unsupported` with the name of the missing program. */
function commandFor(programs: Programs, wanted: Conversion): Command {
  const commands = wanted.to === 'm4a' ? soundCommands : [pictureCommand(wanted)]
  for (const [name, args] of commands) {
    const program = programs[name]
    if (program !== undefined) return (source, target) => ({ program, args: args(source, target) })
  }
  throw unsupported(`${commands[0]?.[0]} is not on this machine; it comes with macOS.`)
}

type Arguments = readonly [ProgramName, (source: string, target: string) => string[]]

const soundCommands: readonly Arguments[] = [
  ['afconvert', (source, target) => ['-f', 'm4af', '-d', 'aac', source, target]],
  ['ffmpeg', (source, target) => ['-v', 'error', '-y', '-i', source, '-vn', '-c:a', 'aac', '-f', 'ipod', target]],
]

const pictureCommand = ({ to, longestSide }: Exclude<Conversion, { to: 'm4a' }>): Arguments => [
  'sips',
  (source, target) => [
    '-s',
    'format',
    to,
    ...(longestSide === undefined ? [] : ['-Z', String(longestSide)]),
    source,
    '--out',
    target,
  ],
]

export const unsupported = (reason: string) =>
  new ServiceError('unsupported', 'This is not to be had in that form.', { reason })

/** Runs at most `limit` tasks at once; the others wait in order. */
function turns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = (): Promise<void> => {
    if (running < limit) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
