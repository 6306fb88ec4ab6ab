/** Stands in for /usr/bin/security: makes, unlocks, lists and deletes keychains, and imports keys into them. */
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { complain } from './complain.ts'
import { changeSession, hasSigningFault, keychainSession, readKeychain, writeKeychain } from './signing/keychains.ts'

const noSuchKeychain = 50
const exists = 48
const wrongPassword = 51
const usage = 2

const [home = '', verb = '', ...words] = process.argv.slice(2)

/** Options of the verbs here that take no value. */
const flags = new Set(['-s', '-A'])

function parsed(): { rest: string[]; option(name: string): string | undefined; has(name: string): boolean } {
  const rest: string[] = []
  const options = new Map<string, string>()
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) rest.push(word)
    else if (flags.has(word)) options.set(word, '')
    else options.set(word, words[++at] ?? '')
  }
  return { rest, option: (name) => options.get(name), has: (name) => options.has(name) }
}

const { rest, option, has } = parsed()

const verbs: Record<string, () => number> = {
  'create-keychain': create,
  'unlock-keychain': unlock,
  'lock-keychain': () => setUnlocked(rest[0] ?? '', false),
  'delete-keychain': remove,
  'set-keychain-settings': () => (readKeychain(rest[0] ?? '') === undefined ? complainNone() : 0),
  'list-keychains': list,
  'set-key-partition-list': partition,
  import: importKey,
}

function create(): number {
  const [path = ''] = rest
  if (hasSigningFault(home, 'keychain-refused'))
    return complain(`security: SecKeychainCreate ${path}: UNIX[Operation not permitted]`, 100)
  if (existsSync(path))
    return complain(`security: SecKeychainCreate ${path}: A keychain with the same name already exists.`, exists)
  writeKeychain(path, { password: option('-p') ?? '', certificates: [], isOpenToApple: false })
  return setUnlocked(path, true)
}

const complainNone = (): number =>
  complain(`security: ${rest[0]}: The specified keychain could not be found.`, noSuchKeychain)

function unlock(): number {
  const [path = ''] = rest
  const keychain = readKeychain(path)
  if (keychain === undefined) return complainNone()
  if (keychain.password !== option('-p'))
    return complain(
      `security: SecKeychainUnlock ${path}: The user name or passphrase you entered is not correct.`,
      wrongPassword,
    )
  return setUnlocked(path, true)
}

function setUnlocked(path: string, isUnlocked: boolean): number {
  const others = keychainSession(home).unlocked.filter((each) => each !== path)
  changeSession(home, { unlocked: isUnlocked ? [...others, path] : others })
  return 0
}

function remove(): number {
  const [path = ''] = rest
  rmSync(path, { force: true })
  changeSession(home, { searchList: keychainSession(home).searchList.filter((each) => each !== path) })
  return 0
}

function list(): number {
  if (has('-s')) changeSession(home, { searchList: rest })
  else
    process.stdout.write(
      keychainSession(home)
        .searchList.map((path) => `    "${path}"\n`)
        .join(''),
    )
  return 0
}

function partition(): number {
  const [path = ''] = rest
  const keychain = readKeychain(path)
  if (keychain === undefined || keychain.password !== option('-k'))
    return complain('security: SecItemCopyMatching: The specified item could not be found in the keychain.', 44)
  writeKeychain(path, { ...keychain, isOpenToApple: option('-S')?.split(',').includes('apple:') === true })
  return 0
}

function importKey(): number {
  const path = option('-k') ?? ''
  const keychain = readKeychain(path)
  if (keychain === undefined || !keychainSession(home).unlocked.includes(path))
    return complain('security: SecKeychainItemImport: User interaction is not allowed.', 1)
  const certificate = certificateIn(rest[0] ?? '', option('-P') ?? '')
  if (certificate === undefined)
    return complain(
      'security: SecKeychainItemImport: MAC verification failed during PKCS12 import (wrong password?)',
      1,
    )
  writeKeychain(path, { ...keychain, certificates: [...keychain.certificates, certificate], isOpenToApple: false })
  process.stdout.write('1 identity imported.\n')
  return 0
}

/** Reads a certificate. Node gives no access to what OpenSSL reads, except by showing the certificate in this way. */
function certificateIn(file: string, passphrase: string): string | undefined {
  try {
    const { context } = createSecureContext({ pfx: readFileSync(file), passphrase }) as unknown as {
      context: { getCertificate(): Buffer }
    }
    return new X509Certificate(context.getCertificate()).fingerprint.replaceAll(':', '').toLowerCase()
  } catch {
    return undefined
  }
}

process.exitCode = verbs[verb]?.() ?? complain(`security: unknown command "${verb}"`, usage)
