/** Declares the errors of the protocol: their codes, and which one an error of the service becomes. */
import { messageOf } from '../../base/errors.ts'
import { ClientError } from '../../client/client-error.ts'
import { remedyAt } from '../../contract/errors.ts'
import { hasCode, ServiceError } from '../../domain/service-error.ts'

export const rpcCodes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  busy: -32_000,
  uncertain: -32_001,
  unavailable: -32_002,
  bridge: -32_003,
} as const

const titles: Readonly<Record<keyof typeof rpcCodes, string>> = {
  parse: 'Parse error',
  request: 'Invalid Request',
  method: 'Method not found',
  params: 'Invalid params',
  internal: 'Internal error',
  busy: 'Server busy',
  uncertain: 'Delivery outcome unknown',
  unavailable: 'Messages database not available',
  bridge: 'Private bridge not available',
}

/** The outcome of a message that was to be sent. */
export interface Delivery {
  retry_safe: boolean
  disposition: 'not_started' | 'may_have_completed' | 'still_in_flight'
  transport: string
  operation: string
  detail: string
}

export class RpcError extends Error {
  readonly code: number
  readonly data: string | Delivery

  constructor(kind: keyof typeof rpcCodes, detail: string, delivery?: Omit<Delivery, 'detail'>) {
    super(detail === '' ? titles[kind] : `${titles[kind]}: ${detail}`)
    this.name = 'RpcError'
    this.code = rpcCodes[kind]
    this.data = delivery === undefined ? detail : { ...delivery, detail }
  }

  /** Says what went wrong, for people. */
  get detail(): string {
    return typeof this.data === 'string' ? this.data : this.data.detail
  }

  asObject(): { code: number; message: string; data: string | Delivery } {
    return { code: this.code, message: this.message, data: this.data }
  }
}

export const invalid = (detail: string) => new RpcError('params', detail)

export function rpcErrorOf(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  if (!(error instanceof ClientError || error instanceof ServiceError))
    return new RpcError('internal', messageOf(error))
  return new RpcError(kindOf(error.code), error.code === 'unauthenticated' ? aboutKey(error) : messageOf(error))
}

/** Explains an error about a key, with what its user can do where this program reads it. */
function aboutKey(error: Error): string {
  const remedies = (['api', 'terminal', 'page'] as const).map((surface) => remedyAt(surface, 'unauthenticated'))
  const what = remedies.reduce((text, remedy) => text.replace(remedy, ''), error.message).trim()
  return `${what} Put another API key into RELAY_KEY or ~/.config/relay-imsg.json; on the Mac: service keys add relay-imsg --scope read write.`
}

/** Whether the conversation or message that was asked for does not exist for this key. */
export const isAbsent = (error: unknown): boolean =>
  hasAnyCode(error, 'conversation_not_found') || hasAnyCode(error, 'message_not_found')

/** Whether an error of this process or of the service has the code. */
export const hasAnyCode = (error: unknown, code: Parameters<typeof hasCode>[1]): boolean =>
  hasCode(error, code) || (error instanceof ClientError && error.code === code)

/** Maps an error code of the service to the kind of failure that a client of `imsg` knows. */
export function kindOf(code: string): keyof typeof rpcCodes {
  if (invalidCodes.includes(code)) return 'params'
  if (busyCodes.includes(code)) return 'busy'
  return unavailableCodes.includes(code) ? 'unavailable' : 'internal'
}

const invalidCodes: readonly string[] = [
  'invalid_request',
  'conversation_not_found',
  'message_not_found',
  'attachment_not_found',
  'too_large',
  'confirmation_needed',
]
const busyCodes: readonly string[] = ['overloaded', 'rate_limited', 'too_many_streams', 'queue_full']
const unavailableCodes: readonly string[] = [
  'unreachable',
  'messages_unreadable',
  'messages_unavailable',
  'messages_busy',
  'messages_corrupt',
  'messages_schema_unknown',
]
