/**
 * Keeps the key that signs the installed program in a keychain of its own: made once on this Mac, never exported, and
 * open only while something is signed.
 */
import { randomBytes, X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { names } from '../contract/names.ts'
import { certificateRequest } from '../domain/program-identity/bundle.ts'
import { whyNot } from './code-signing.ts'
import { askProgram } from './run-program.ts'

export interface SigningTools {
  security: string
  openssl: string
}

export interface SigningFiles {
  /** A folder that belongs to this user alone. */
  folder: string
  keychain: string
  password: string
  certificate: string
}

/** The record beside the keychain, read and written by the owner of the files. */
export interface SigningSecrets {
  read(path: string): string | undefined
  write(path: string, text: string): void
}

export interface SigningKey {
  /** The SHA-1 of the certificate in hexadecimal. */
  certificate: string
  password: string
}

/** Failing has a reason that a person can read. */
export class SigningFailed extends Error {}

const deadlineMs = 30_000
const validDays = 36_500
const privateMode = 0o600

/** Returns the key of this Mac, or undefined where there is none, or not all of it. */
export function presentKey(files: SigningFiles, secrets: SigningSecrets): SigningKey | undefined {
  const [password, certificate] = [secrets.read(files.password), secrets.read(files.certificate)]
  if (password === undefined || certificate === undefined || !existsSync(files.keychain)) return undefined
  return { password: password.trim(), certificate: fingerprint(certificate) }
}

/**
 * Makes a key with a self-signed certificate. macOS need not trust it: a signature only has to be the same each time.
 * Throws `SigningFailed`.
 */
export async function makeKey(tools: SigningTools, files: SigningFiles, secrets: SigningSecrets): Promise<SigningKey> {
  for (const path of [files.keychain, files.password, files.certificate]) rmSync(path, { force: true })
  const password = randomBytes(24).toString('hex')
  const work = mkdtempSync(join(files.folder, 'making-'))
  try {
    const { sealed, certificate } = await makeCertificate(tools.openssl, work, password)
    const { keychain } = files
    // A password in these arguments opens nothing without the file, and the file is readable by this user only.
    await done(tools.security, ['create-keychain', '-p', password, keychain])
    chmodSync(keychain, privateMode)
    await done(tools.security, ['unlock-keychain', '-p', password, keychain])
    await done(tools.security, ['import', sealed, '-k', keychain, '-P', password, '-T', '/usr/bin/codesign'])
    // Without it codesign asks on the screen for each signature.
    const partitions = ['-S', 'apple-tool:,apple:', '-s', '-k', password]
    await done(tools.security, ['set-key-partition-list', ...partitions, keychain])
    secrets.write(files.password, `${password}\n`)
    secrets.write(files.certificate, certificate.toString())
    return { password, certificate: fingerprint(certificate.toString()) }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function makeCertificate(openssl: string, work: string, password: string) {
  const [request, key, pem, sealed] = ['request.cnf', 'key.pem', 'certificate.pem', 'key.p12'].map((name) =>
    join(work, name),
  ) as [string, string, string, string]
  writeFileSync(request, certificateRequest, { mode: privateMode })
  const subject = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-sha256', '-days', String(validDays)]
  await done(openssl, ['req', ...subject, '-config', request, '-keyout', key, '-out', pem])
  // macOS imports nothing that is sealed in the ways that newer OpenSSL takes by itself.
  const old = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']
  const named = ['-name', names.product, '-inkey', key, '-in', pem]
  await done(openssl, ['pkcs12', '-export', ...named, '-out', sealed, '-passout', `pass:${password}`, ...old])
  return { sealed, certificate: readFileSync(pem) }
}

const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint.replaceAll(':', '').toLowerCase()

/**
 * Unlocks the keychain, and puts it on the user's search list while `use` runs, since codesign finds no key anywhere
 * else. Afterwards the list is as it was. Throws `SigningFailed`.
 */
export async function withKey<T>(
  security: string,
  { keychain, password }: { keychain: string; password: string },
  use: () => Promise<T>,
): Promise<T> {
  await done(security, ['unlock-keychain', '-p', password, keychain])
  const others = (await searchList(security)).filter((path) => path !== keychain)
  // With a list that could not be read, setting it would hide the user's own keychains.
  if (others.length === 0) throw new SigningFailed('The list of keychains of this user could not be read.')
  const setList = (paths: readonly string[]) => done(security, ['list-keychains', '-d', 'user', '-s', ...paths])
  await setList([...others, keychain])
  try {
    return await use()
  } finally {
    await setList(others)
    await askProgram(security, ['lock-keychain', keychain], deadlineMs)
  }
}

/** Deletes a keychain, and takes it off the search list, where an interrupted signing may have left it. */
export async function deleteKeychain(security: string, keychain: string): Promise<void> {
  await askProgram(security, ['delete-keychain', keychain], deadlineMs)
}

/** Returns no path where a line is not understood. */
async function searchList(security: string): Promise<string[]> {
  const { stdout, exitCode } = await askProgram(security, ['list-keychains', '-d', 'user'], deadlineMs)
  const lines = stdout.split('\n').filter((line) => line.trim() !== '')
  const paths = lines.flatMap((line) => /^\s*"(\/.+)"\s*$/.exec(line)?.[1] ?? [])
  return exitCode === 0 && paths.length === lines.length ? paths : []
}

async function done(program: string, args: readonly string[]): Promise<void> {
  const trouble = whyNot(`${basename(program)} ${args[0]}`, await askProgram(program, args, deadlineMs))
  if (trouble !== undefined) throw new SigningFailed(trouble)
}
