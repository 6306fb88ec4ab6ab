/** Signs a push so that the push service knows that it comes from the installation that was subscribed to (RFC 8292). */
import { sign } from 'node:crypto'
import type { PushKey } from '../store/push-key.ts'

/** Names nobody and nothing but this software. Apple's service refuses a name that does not exist. */
const contact = 'https://www.npmjs.com/package/local-messaging-relay'
/** A day is the most that is allowed, and clocks differ. */
const validForS = 12 * 3_600

/** Returns the value of the header `Authorization`. */
export function vapidHeader(
  { origin }: Pick<URL, 'origin'>,
  { privateKey, publicKey }: PushKey,
  nowMs: number,
): string {
  const claims = { aud: origin, exp: Math.floor(nowMs / 1_000) + validForS, sub: contact }
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
