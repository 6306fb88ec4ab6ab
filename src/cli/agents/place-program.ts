/**
 * Gives the service a program of its own that macOS recognises after every upgrade: a copy of the Node that runs this
 * command, signed with a key of this Mac.
 */
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { names } from '../../contract/names.ts'
import { bundleName, bundleProgram, entitlements } from '../../domain/program-identity/bundle.ts'
import { ownIdentifier, ownRequirement } from '../../domain/program-identity/requirement.ts'
import { satisfies, sign } from '../../mac/code-signing.ts'
import { canBeCopied, layOutBundle, starts } from '../../mac/program-bundle.ts'
import { findPrograms, type Programs } from '../../mac/programs.ts'
import {
  deleteKeychain,
  makeKey,
  presentKey,
  SigningFailed,
  type SigningFiles,
  withKey,
} from '../../mac/signing-keychain.ts'
import { writeAtomically } from '../../store/atomic-file.ts'
import { prepareFolder, readOwned } from '../../store/owned-file.ts'
import { type ProgramRecord, writeProgramRecord } from '../../store/program-record.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import type { Environment } from '../environment.ts'
import { isOneProgram, placedProgram } from './launchd.ts'

export interface Placed {
  /** `kept`: it was in place; `not_placed`: launchd starts Node itself, for `reason`. */
  outcome: 'placed' | 'renewed' | 'kept' | 'not_placed'
  /** Why there is none, or why it was not renewed. */
  reason: string | null
}

type Tools = Required<Pick<Programs, 'codesign' | 'security' | 'openssl'>>

const unsigned = {
  executable: 'This program keeps the signature that it was built with.',
  severalFiles:
    'This Node consists of several files, as that of Homebrew does, and cannot be copied. With Node from nodejs.org it can.',
  tools: 'codesign, security or openssl, which come with macOS, are not here.',
  keyGone: `The key that signed this program is gone, so it stays as it is. A new key needs the permissions granted again: ${names.command} install --identity`,
  dead: 'macOS does not start the signed copy.',
  unsatisfied: 'The signed copy does not have the identity that it should have.',
} as const

/**
 * Never throws when the program cannot be signed: the service then keeps the program that it had. `mayLoseKey`: the
 * caller accepts that the permissions have to be granted again if the key of this Mac is gone.
 */
export async function placeProgram(environment: Environment, { mayLoseKey = false } = {}): Promise<Placed> {
  const before = placedProgram(environment.base)
  try {
    return await place({ environment, before, mayLoseKey })
  } catch (error) {
    if (!(error instanceof SigningFailed)) throw error
    return { outcome: before === undefined ? 'not_placed' : 'kept', reason: error.message }
  }
}

/** Returns whether there was one. The key goes with it. */
export async function removeProgram({ base, path }: Pick<Environment, 'base' | 'path'>): Promise<boolean> {
  const { programDir, signingKeychainFile } = serviceDir(base)
  if (!existsSync(programDir)) return false
  const { security } = findPrograms(path)
  if (security !== undefined && existsSync(signingKeychainFile)) await deleteKeychain(security, signingKeychainFile)
  rmSync(programDir, { recursive: true, force: true })
  return true
}

interface Placing {
  environment: Environment
  before: ProgramRecord | undefined
  mayLoseKey: boolean
}

async function place({ environment, before, mayLoseKey }: Placing): Promise<Placed> {
  if (isOneProgram()) throw new SigningFailed(unsigned.executable)
  const dir = serviceDir(environment.base)
  const tools = toolsOf(findPrograms(environment.path))
  const node = process.execPath
  const isWhole = before !== undefined && (await satisfies(tools.codesign, bundleOf(dir), before.requirement)) === true
  if (isWhole && (node === before.program || isCopyOf(before, node))) return { outcome: 'kept', reason: null }
  if (!canBeCopied(node)) throw new SigningFailed(unsigned.severalFiles)
  if (isWhole && !mayLoseKey && presentKey(signingFiles(dir), secrets) === undefined)
    throw new SigningFailed(unsigned.keyGone)
  prepareServiceDir(dir)
  prepareFolder(dir.programDir)
  writeProgramRecord(dir.programRecordFile, await placeSigned(dir, tools, node))
  return { outcome: before === undefined ? 'placed' : 'renewed', reason: null }
}

function toolsOf({ codesign, security, openssl }: Programs): Tools {
  if (codesign === undefined || security === undefined || openssl === undefined) throw new SigningFailed(unsigned.tools)
  return { codesign, security, openssl }
}

const bundleOf = ({ programDir }: ServiceDir): string => join(programDir, bundleName)

function isCopyOf({ program, node: version, source }: ProgramRecord, node: string): boolean {
  const { ino, size } = statSync(node)
  const isSame = source.path === node && source.inode === ino && source.size === size
  return isSame && version === process.versions.node && existsSync(program)
}

/** Makes it beside the present one, and tries it, before it takes its place. */
async function placeSigned(dir: ServiceDir, tools: Tools, node: string): Promise<ProgramRecord> {
  const files = signingFiles(dir)
  const key = presentKey(files, secrets) ?? (await makeKey(tools, files, secrets))
  const requirement = ownRequirement(key.certificate)
  const version = process.versions.node
  const fresh = join(dir.programDir, 'fresh')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  try {
    const bundle = join(fresh, bundleName)
    const program = layOutBundle(bundle, { node, version })
    const entitlementsFile = join(fresh, 'entitlements.plist')
    writeFileSync(entitlementsFile, entitlements)
    const signing = { certificate: key.certificate, keychain: files.keychain, identifier: ownIdentifier }
    const opened = { keychain: files.keychain, password: key.password }
    const trouble = await withKey(tools.security, opened, () =>
      sign(tools.codesign, bundle, { ...signing, requirement, entitlementsFile }),
    )
    if (trouble !== undefined) throw new SigningFailed(trouble)
    if (!(await satisfies(tools.codesign, bundle, requirement))) throw new SigningFailed(unsigned.unsatisfied)
    if (!(await starts(program, version))) throw new SigningFailed(unsigned.dead)
    takePlace(bundle, bundleOf(dir), fresh)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  const { ino, size } = statSync(node)
  const program = join(bundleOf(dir), ...bundleProgram)
  const source = { path: node, inode: ino, size }
  return { program, requirement, node: version, source, at: new Date().toISOString() }
}

/** A running program keeps the file that it was started from. */
function takePlace(bundle: string, place: string, fresh: string): void {
  if (existsSync(place)) renameSync(place, join(fresh, 'former'))
  renameSync(bundle, place)
}

const signingFiles = (dir: ServiceDir): SigningFiles => ({
  folder: dir.programDir,
  keychain: dir.signingKeychainFile,
  password: dir.signingPasswordFile,
  certificate: dir.signingCertificateFile,
})

const secrets = {
  read: (path: string) => readOwned(path)?.toString('utf8'),
  write: writeAtomically,
}
