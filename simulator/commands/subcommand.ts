/** Shares among the subcommands of `service sim` the folder argument, examples, number parsing, and refusals. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { exitCodes } from '../../src/contract/errors.ts'
import { names } from '../../src/contract/names.ts'
import { type Mac, openMac } from '../mac.ts'
import { manifestPath } from '../manifest.ts'
import { messagesFolder } from '../paths.ts'

/** A wrong call throws, so that the command line as a whole sets its exit code. */
export const subcommand = (name: string, description: string, examples: readonly string[]): Command =>
  new Command(name)
    .exitOverride()
    .description(description)
    .argument('<dir>', 'Folder of the simulated Mac', (dir: string) => resolve(dir))
    .addHelpText('after', `\nExamples:\n${examples.map((each) => `  ${names.command} sim ${each}`).join('\n')}`)

/** Why a command does nothing: one line for the user, and the exit code. */
export interface Refusal {
  readonly because: string
  readonly exitCode: number
}

export const refused = (because: string): Refusal => ({ because, exitCode: exitCodes.refused })
export const misused = (because: string): Refusal => ({ because, exitCode: exitCodes.usage })

export function give({ because, exitCode }: Refusal): void {
  process.stderr.write(`${because}\n`)
  process.exitCode = exitCode
}

/**
 * Formats names and their meanings, one line each. All names are as wide as the longest one, so that none runs into the
 * next column.
 */
export function inColumns(rows: readonly (readonly [name: string, meaning: string])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `${name.padEnd(width)}  ${meaning}`)
}

export const say = (text: string): boolean => process.stdout.write(`${text}\n`)
export const sayJson = (value: unknown): boolean => say(JSON.stringify(value, null, 2))

/** Works on the Mac in a folder. A home that was not made here belongs to somebody, so it is never written to. */
export async function onMac(dir: string, work: (mac: Mac) => void | Promise<void>): Promise<void> {
  const refusal = refusalFor(dir)
  if (refusal !== undefined) {
    give(refusal)
    return
  }
  const mac = openMac(dir)
  try {
    await work(mac)
  } finally {
    mac.close()
  }
}

/** Does the same for work that opens the Mac itself. */
export async function inHome(dir: string, work: () => void | Promise<void>): Promise<void> {
  const refusal = refusalFor(dir)
  if (refusal === undefined) await work()
  else give(refusal)
}

function refusalFor(dir: string): Refusal | undefined {
  if (existsSync(manifestPath(dir))) return undefined
  if (existsSync(messagesFolder(dir))) {
    return refused(`${dir} holds the Messages of a real user, not a simulated Mac. Name another folder.`)
  }
  return misused(`There is no simulated Mac in ${dir}. Make one: ${names.command} sim create ${dir}`)
}

export function wholeNumber(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < 0) {
    throw new InvalidArgumentError('It must be a whole number.')
  }
  return number
}

export function positiveNumber(text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return number
}
