/** Parses the command line of `osascript`: the source of the script, which is AppleScript, and its arguments. */

export interface Invocation {
  /** A path, or `-` for standard input. */
  readonly file: string | undefined
  /** The lines given with -e. */
  readonly lines: readonly string[]
  readonly args: readonly string[]
}

/** Undefined for a usage error. */
export function parseCommandLine(argv: readonly string[]): Invocation | undefined {
  const lines: string[] = []
  const rest = [...argv]
  for (;;) {
    const option = rest[0]
    if (option === undefined || !option.startsWith('-') || option === '-') break
    rest.shift()
    if (option === '--') break
    if (option === '-i') return undefined
    if (!['-l', '-e', '-s'].includes(option)) return undefined
    const value = rest.shift()
    if (value === undefined) return undefined
    if (option === '-e') lines.push(value)
    if (option === '-l' && value.toLowerCase() !== 'applescript') return undefined
  }
  return lines.length > 0
    ? { file: undefined, lines, args: rest }
    : { file: rest[0] ?? '-', lines, args: rest.slice(1) }
}
