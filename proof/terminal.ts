/** Reads the arguments of a proof, and shows how far it is. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Ends a proof before it begins, because of its arguments: with the usage that they ask for, or with a refusal. */
export class NothingToDo extends Error {
  readonly status: 0 | 2

  constructor(status: 0 | 2, told: string) {
    super(told)
    this.status = status
  }
}

interface CommandLine<Options> {
  usage: string
  args: readonly string[]
  options?: Options
  /** The names that may be given; none may by default. */
  names?: readonly string[]
}

/** Throws on --help, and on unknown options and names. */
export function commandLine<const Options extends NonNullable<ParseArgsConfig['options']>>({
  usage,
  args,
  options = {} as Options,
  names = [],
}: CommandLine<Options>) {
  if (args.some((word) => word === '--help' || word === '-h')) throw new NothingToDo(0, usage)
  const { values, positionals } = parsed(args, options, usage)
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0) refuse(`Nothing is called ${unknown.join(', ')}.\n\n${usage}`)
  return { values, names: positionals }
}

function parsed<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${usage}`)
  }
}

export function refuse(reason: string): never {
  throw new NothingToDo(2, reason)
}

const overwrite = '\r\x1b[K'

export interface ProgressLine {
  now(what: string): void
  /** Prints a line that stays. */
  line(what: string): void
  clear(): void
}

/** A terminal line that is overwritten, or a new line each time elsewhere. */
export function progressLine(): ProgressLine {
  const { isTTY } = process.stderr
  const write = (text: string) => process.stderr.write(text)
  const line = (what: string) => void write(isTTY ? `${overwrite}${what}\n` : `${what}\n`)
  return {
    line,
    now: isTTY ? (what) => void write(`${overwrite}${what}`) : line,
    clear: () => void (isTTY && write(overwrite)),
  }
}
