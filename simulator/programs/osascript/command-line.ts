/** Parses the command line of `osascript`: the source of the script, its language and its arguments. */

export interface Invocation {
  readonly language: 'AppleScript' | 'JavaScript'
  /** A path, or `-` for standard input. */
  readonly file: string | undefined
  /** The lines given with -e. */
  readonly lines: readonly string[]
  readonly args: readonly string[]
}

/** Undefined for a usage error. */
export function parseCommandLine(argv: readonly string[]): Invocation | undefined {
  let language: Invocation['language'] = 'AppleScript'
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
    if (option === '-l') language = value.toLowerCase() === 'javascript' ? 'JavaScript' : 'AppleScript'
  }
  return lines.length > 0
    ? { language, file: undefined, lines, args: rest }
    : { language, file: rest[0] ?? '-', lines, args: rest.slice(1) }
}
