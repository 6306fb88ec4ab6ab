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

export function webhookHeaders(signed: Signed, secret: string): Record<string, string> {
  const { id, timestamp, body } = signed
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) }
  if (secret === '') return headers
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${signature}` }
}
