/** Signs programs by codesign, and asks how macOS recognises one. */
import { requirementIn } from '../domain/program-identity/requirement.ts'
import { askProgram } from './run-program.ts'

/** codesign reads the whole file, which is large, on a disk that may be slow. */
const deadlineMs = 60_000

export interface SignOptions {
  /** The SHA-1 of the certificate, since several may have the same name. */
  certificate: string
  keychain: string
  identifier: string
  requirement: string
  entitlementsFile: string
}

/** Returns the reason of a failure; undefined on success. */
export async function sign(codesign: string, path: string, options: SignOptions): Promise<string | undefined> {
  const { certificate, keychain, identifier, requirement, entitlementsFile } = options
  const args = [
    '--force',
    '--sign',
    certificate,
    '--keychain',
    keychain,
    '--identifier',
    identifier,
    '--options',
    'runtime',
    '--entitlements',
    entitlementsFile,
    '--timestamp=none',
    // Stated, because what codesign would choose by itself depends on how it builds the chain of certificates.
    '--requirements',
    `=designated => ${requirement}`,
    path,
  ]
  return whyNot('codesign', await askProgram(codesign, args, deadlineMs))
}

/** Whether the signature is whole and the program satisfies the requirement. Null where codesign cannot tell. */
export async function satisfies(codesign: string, path: string, requirement: string): Promise<boolean | null> {
  const { exitCode } = await askProgram(codesign, ['--verify', '--strict', `-R=${requirement}`, path], deadlineMs)
  return exitCode === null ? null : exitCode === 0
}

/** Null where the program is not signed; undefined where codesign cannot tell. */
export async function requirementOf(codesign: string, path: string): Promise<string | null | undefined> {
  const { stdout, stderr, exitCode } = await askProgram(codesign, ['--display', '--requirements', '-', path])
  return exitCode === null ? undefined : requirementIn(`${stdout}\n${stderr}`)
}

interface Ended {
  stderr: string
  exitCode: number | null
}

/** The last line of what a program complains is its reason. */
export const whyNot = (program: string, { stderr, exitCode }: Ended): string | undefined =>
  exitCode === 0
    ? undefined
    : `${program}: ${stderr.trim().split('\n').at(-1) || `ended with ${exitCode ?? 'no answer'}`}`
