/**
 * Keeps state/push.key: the key pair by which push services recognise this installation. It is made when a browser first
 * asks for it; a new one would end every subscription.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dirname, join } from 'node:path'
import { writeAtomically } from './atomic-file.ts'
import { withLock } from './file-lock.ts'
import { readOwned } from './owned-file.ts'
import { setAside } from './set-aside.ts'

export interface PushKey {
  privateKey: KeyObject
  /** The public key as an uncompressed point, base64url. */
  publicKey: string
}

/** A damaged key is set aside and reported. */
export function pushKey(path: string, onQuarantine?: (path: string) => void): PushKey {
  return withLock(join(dirname(path), 'open.lock'), () => {
    const present = readOwned(path)
    const key = present && keyIn(present)
    if (key !== undefined) return key
    if (present !== undefined) onQuarantine?.(setAside(path))
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    writeAtomically(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return pairOf(privateKey)
  })
}

function keyIn(bytes: Buffer): PushKey | undefined {
  try {
    const key = createPrivateKey(bytes)
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? pairOf(key) : undefined
  } catch {
    return undefined
  }
}

function pairOf(privateKey: KeyObject): PushKey {
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { privateKey, publicKey: point.toString('base64url') }
}
