/** Stands in for /usr/bin/osascript: the same command line, output and errors, over the simulated Messages. */
import { readFileSync } from 'node:fs'
import { messageOf } from '../../src/base/errors.ts'
import { strike } from './faults.ts'
import type { MessagesApp } from './messages-app.ts'
import { refuseUnknownRcs } from './messages-dictionary.ts'
import { AppleError, numbers, SyntaxFault } from './osascript/apple-error.ts'
import { parseScript } from './osascript/parse.ts'
import { runScript, ScriptFailure } from './osascript/run.ts'
import { asText } from './osascript/value.ts'
import { noteRun } from './script-runs.ts'
import { openMessagesApp } from './simulated-messages.ts'

const USAGE = 'usage: osascript [-l language] [-e script] [-i] [-s {ehso}] [programfile] [argument ...]\n'

function main(homeDirectory: string, argumentsGiven: readonly string[]): number {
  const invocation = parseCommandLine(argumentsGiven)
  if (invocation === undefined) return complain(USAGE, 2)
  const source = readSource(invocation)
  if (source === undefined) return complain(`osascript: ${invocation.file}: No such file or directory\n`, 1)
  const app = openMessagesApp(homeDirectory)
  try {
    return answer(execute(source, invocation, app))
  } catch (error) {
    return complain(`${describe(error, invocation)}\n`, 1)
  } finally {
    app.close()
  }
}

function readSource({ file, lines }: Invocation): string | undefined {
  if (file === undefined) return lines.join('\n')
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch {
    return undefined
  }
}

function execute(source: string, { args }: Invocation, app: MessagesApp): string {
  refuseUnknownRcs(source, app.knowsRcs)
  const value = runScript(parseScript(source), args, app)
  return value === undefined ? '' : asText(value)
}

function answer(result: string): number {
  if (result !== '') process.stdout.write(`${result}\n`)
  return 0
}

function complain(text: string, code: number): number {
  process.stderr.write(text)
  return code
}

function describe(error: unknown, { file }: Invocation): string {
  const place = file === undefined || file === '-' ? '' : `${file}:`
  if (error instanceof SyntaxFault) {
    return `${place}${error.offset}:${error.offset + 1}: syntax error: ${error.message} (${numbers.syntax})`
  }
  if (error instanceof ScriptFailure) {
    return `${place}${error.start}:${error.end}: execution error: ${error.message} (${error.number})`
  }
  const number = error instanceof AppleError ? error.number : numbers.generic
  return `${place} execution error: Error: ${messageOf(error)} (${number})`.trim()
}

/** Prints noise that nobody requested, as a helper without permission does. */
function printBanner(): void {
  const noise = 'A new version is available. Run the installer to update.\n'.repeat(2000)
  for (const output of [process.stdout, process.stderr]) output.write(noise)
}

const [home = '', ...argv] = process.argv.slice(2)
const ended = noteRun(home, argv)
if (strike(home, 'start')?.name === 'banner') printBanner()
process.exitCode = main(home, argv)
ended()

/** The command line of `osascript`: the source of the script, which is AppleScript, and its arguments. */
interface Invocation {
  /** A path, or `-` for standard input. */
  readonly file: string | undefined
  /** The lines given with -e. */
  readonly lines: readonly string[]
  readonly args: readonly string[]
}

/** Returns undefined for a usage error. */
function parseCommandLine(argv: readonly string[]): Invocation | undefined {
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
