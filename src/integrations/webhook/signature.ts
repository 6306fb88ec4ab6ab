/**
 * Builds the headers of Standard Webhooks, by which a receiver knows that a message is ours, unchanged and not a
 * replay.
 */
import { createHmac } from 'node:crypto'

export interface Signed {
  id: string
  /** Unix seconds. */
  timestamp: number
  body: string
}

const base64Prefix = 'whsec_'

/** A secret in the form of the standard is base64; any other string is used unchanged. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(base64Prefix) ? Buffer.from(secret.slice(base64Prefix.length), 'base64') : Buffer.from(secret)

/** Signs with every secret that is set: a receiver that knows one of them accepts the message. */
export function webhookHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  const { id, timestamp, body } = signed
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) }
  const known = secrets.filter((secret) => secret !== '')
  if (known.length === 0) return headers
  const signature = (secret: string): string =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': known.map((secret) => `v1,${signature(secret)}`).join(' ') }
}
