/**
 * The Full Disk Access of a simulated Mac, for tests and trials that want it guarded: which programs were granted it,
 * and by which requirement macOS recognises them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Signed, satisfiesRequirement, signedProgram } from '../programs/signing/signature.ts'

interface Grant {
  /** The identifier of a bundle, or the path of a program that is none. */
  client: string
  requirement: string
}

const fileOf = (home: string) => join(home, '.simulator-full-disk-access.json')

/**
 * Guards Messages: from now on programs that launchd starts read it only with a grant. Others read as a Terminal that
 * has one.
 */
export const guardMessages = (home: string): void => write(home, [])

export const isGuarded = (home: string): boolean => existsSync(fileOf(home))

/** Does what a person does in System Settings: takes an older entry of the program out, and adds it. */
export function grantFullDiskAccess(home: string, path: string): void {
  const signed = signedProgram(path)
  if (signed === undefined) throw new Error(`There is no program at ${path}.`)
  const client = clientOf(signed)
  write(home, [...grants(home).filter((each) => each.client !== client), { client, requirement: signed.requirement }])
}

export const hasFullDiskAccess = (home: string, program: Signed): boolean =>
  grants(home).some(
    ({ client, requirement }) => client === clientOf(program) && satisfiesRequirement(program, requirement),
  )

const isBundled = (program: string) => program.includes('.app/Contents/MacOS/')

const clientOf = ({ program, signature }: Signed): string =>
  isBundled(program) && signature !== null ? signature.identifier : program

const grants = (home: string): readonly Grant[] => JSON.parse(readFileSync(fileOf(home), 'utf8')) as Grant[]
const write = (home: string, all: readonly Grant[]) => writeFileSync(fileOf(home), JSON.stringify(all))
