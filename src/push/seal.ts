/**
 * Seals a push for one browser (RFC 8291, over RFC 8188): the push service that carries it sees neither what it says nor
 * how much. Node has every primitive, so no package is needed.
 */
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushTarget } from '../store/push-file.ts'

/** The values that make each sealing unique. */
interface Fresh {
  ecdh: ECDH
  salt: Uint8Array
}

const curve = 'prime256v1'
/** Push services need not take more than 4,096 bytes; a record that ends sooner is the last one. */
const recordBytes = 4_096
const saltBytes = 16
const tagBytes = 16
const endOfLastRecord = Buffer.of(2)
/** The greatest length that fits, with the header and the mark of the end. */
export const longestPush = recordBytes - saltBytes - 4 - 1 - 65 - 1 - tagBytes

/** All pushes have this length, so that it does not reveal that of a message. */
const paddedTo = 3_000

export function seal(
  text: string,
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  { ecdh, salt }: Fresh = fresh(),
  padded = paddedTo,
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url')
  const ownKey = ecdh.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const secret = hkdf(ecdh.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const plain = Buffer.from(text)
  if (plain.length > longestPush) throw new Error('A push is too long.')
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = [plain, endOfLastRecord, Buffer.alloc(Math.max(0, padded - plain.length))]
  const sealed = [...record.map((part) => cipher.update(part)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, bigEndian(recordBytes), Buffer.of(ownKey.length), ownKey, ...sealed])
}

/** Whether something can be sealed for this browser: a point beside the curve would reveal parts of our key. */
export function isSealable({ p256dh }: Pick<PushTarget, 'p256dh'>): boolean {
  try {
    fresh().ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

function fresh(): Fresh {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  return { ecdh, salt: randomBytes(saltBytes) }
}

const hkdf = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
