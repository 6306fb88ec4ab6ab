/** The keychains of a simulated user: each a file, of which some are on the search list and some are unlocked. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Keychain {
  password: string
  /** SHA-1 of the certificates whose keys it holds. */
  certificates: readonly string[]
  /** Whether programs of Apple may use the keys without asking on the screen. */
  isOpenToApple: boolean
}

interface Session {
  searchList: readonly string[]
  unlocked: readonly string[]
}

/**
 * The faults of signing on demand: codesign ends with errSecInternalComponent, as in a session without a screen; or no
 * keychain can be made.
 */
type SigningFault = 'signing-fails' | 'keychain-refused'

const sessionFile = (home: string) => join(home, '.simulator-keychains.json')
const faultFile = (home: string) => join(home, '.simulator-signing-fault')

export const keychainSession = (home: string): Session =>
  existsSync(sessionFile(home))
    ? (JSON.parse(readFileSync(sessionFile(home), 'utf8')) as Session)
    : { searchList: [join(home, 'Library', 'Keychains', 'login.keychain-db')], unlocked: [] }

export const changeSession = (home: string, change: Partial<Session>): void =>
  writeFileSync(sessionFile(home), JSON.stringify({ ...keychainSession(home), ...change }))

export const readKeychain = (path: string): Keychain | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Keychain) : undefined

export const writeKeychain = (path: string, keychain: Keychain): void => writeFileSync(path, JSON.stringify(keychain))

export const hasSigningFault = (home: string, fault: SigningFault): boolean =>
  existsSync(faultFile(home)) && readFileSync(faultFile(home), 'utf8') === fault

/** Undefined ends it. */
export function setSigningFault(home: string, fault: SigningFault | undefined): void {
  if (fault === undefined) rmSync(faultFile(home), { force: true })
  else writeFileSync(faultFile(home), fault)
}
