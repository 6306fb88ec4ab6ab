/**
 * Writes the request of the webhook as a curl command, so that its receiver can be tried by hand. No secret is part of
 * it: placeholders say where one belongs.
 */
import { shellQuoted } from '../../../src/base/shell-quoted.ts'

export interface WebhookSettings {
  url: string
  /** Whether requests are signed. */
  isSigned: boolean
  headers: Readonly<Record<string, string>>
  payload: 'full' | 'ids'
}

/** Reads the settings of the webhook as the service shows them; undefined while no URL is set. */
export function webhookSettingsIn(own: Readonly<Record<string, unknown>> | undefined): WebhookSettings | undefined {
  if (typeof own?.url !== 'string' || own.url === '') return undefined
  return {
    url: own.url,
    isSigned: isSet(own.secret) || isSet(own.previous_secret),
    headers: textsIn(own.headers),
    payload: own.payload === 'ids' ? 'ids' : 'full',
  }
}

/** A secret is never shown; in its place stands whether it is set. */
const isSet = (secret: unknown): boolean =>
  typeof secret === 'object' && secret !== null && 'set' in secret && secret.set === true

const textsIn = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

type Handed = Readonly<Record<string, unknown>>

/** `handed` is the message as the webhook was handed it. */
export function curlOf(handed: Handed, settings: WebhookSettings, nowMs = Date.now()): string {
  const id = String(handed.delivery_id)
  const headers: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(settings.headers).map(([name, value]) => [
        name.toLowerCase(),
        isSecret(name) ? `<${name}>` : value,
      ]),
    ),
    'content-type': 'application/json',
    'idempotency-key': id,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
    ...(settings.isSigned && { 'webhook-signature': 'v1,<signature with the signing secret>' }),
  }
  const lines = [
    `curl ${shellQuoted(settings.url)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)}`),
    `  --data-raw ${shellQuoted(JSON.stringify(bodyOf(handed, settings.payload)))}`,
  ]
  return lines.join(' \\\n')
}

/** A header of the user often carries an authorization. */
const isSecret = (name: string): boolean => /auth|key|token|secret|cookie|password|signature/i.test(name)

function bodyOf({ attempt: _, ...message }: Handed, payload: WebhookSettings['payload']): object {
  if (payload === 'full') return { type: 'message', ...message }
  const { delivery_id, conversation_id, is_group, ts, kind } = message
  return { type: 'message', delivery_id, conversation_id, is_group, ts, kind }
}

/** Quotes for a shell, which takes everything within single quotes literally, except a single quote. */
