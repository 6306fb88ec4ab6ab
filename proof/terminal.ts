/** Reads the arguments of a proof, and shows how far it is. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

interface CommandLine<Options> {
  usage: string
  args: readonly string[]
  options?: Options
  /** The names that may be given; none may by default. */
  names?: readonly string[]
}

/** Prints the usage for --help. Ends the process on unknown options and names. */
export function commandLine<const Options extends NonNullable<ParseArgsConfig['options']>>({
  usage,
  args,
  options = {} as Options,
  names = [],
}: CommandLine<Options>) {
  if (args.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
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

/** Ends the process because of its arguments. */
export function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
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
