/** Standard Webhooks: the headers by which a receiver knows that a message is ours, untouched and not a replay. */
import { createHmac } from 'node:crypto'

export interface Signed {
  id: string
  /** Unix seconds. */
  timestamp: number
  body: string
}

const base64Prefix = 'whsec_'

/** A secret of the standard's own form is base64; any other string is taken as it stands. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(base64Prefix) ? Buffer.from(secret.slice(base64Prefix.length), 'base64') : Buffer.from(secret)

/** A signature for each secret there is: a receiver that knows one of them accepts the message. */
export function webhookHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  const { id, timestamp, body } = signed
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) }
  const known = secrets.filter((secret) => secret !== '')
  if (known.length === 0) return headers
  const signature = (secret: string): string =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': known.map((secret) => `v1,${signature(secret)}`).join(' ') }
}
