/** Hands one sealed push to the push service of a browser. */
import type { Pushed, PushTrouble } from '../contract/push.ts'
import type { PushReach } from '../domain/push/reach.ts'
import { retryAfterMs, type Verdict, verdictOf } from '../domain/push/verdict.ts'
import { askSystem, lookupAllowed, type Resolver } from '../outgoing/lookup-allowed.ts'
import { post } from '../outgoing/post.ts'
import type { PushTarget } from '../store/push-file.ts'
import type { PushKey } from '../store/push-key.ts'
import { seal } from './seal.ts'
import { vapidHeader } from './vapid.ts'

export interface PushOptions {
  /** Replaces a push of the same topic that the service still holds: up to 32 characters of base64url. */
  topic?: string
  ttlS: number
  urgency: 'normal' | 'high'
}

export interface PushOutcome {
  verdict: Verdict
  /** Undefined when there was no response. */
  status?: number
  retryAfterMs: number
}

export interface PostPushDeps {
  key(): PushKey
  reach: PushReach
  nowMs(): number
  /** Aborts when the process stops. */
  signal: AbortSignal
  resolve?: Resolver
}

const limitMs = 20_000

/** A push service that cannot be reached is tried again later. */
export async function postPush(
  target: PushTarget,
  { contents, ...options }: PushOptions & { contents: Pushed },
  { key, reach, nowMs, signal, resolve = askSystem }: PostPushDeps,
): Promise<PushOutcome> {
  const url = new URL(target.endpoint)
  if (reach.refusalOfEndpoint(url) !== undefined) return { verdict: 'refused', retryAfterMs: 0 }
  const refused = (refusal: string) => new Error(`The push service ${refusal}.`)
  try {
    const { status, headers } = await post({
      url,
      body: seal(JSON.stringify(contents), target),
      headers: { ...headersOf(options), authorization: vapidHeader(url, key(), nowMs()) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      lookup: lookupAllowed({ refusalOf: reach.refusalOfAddress, refused, resolve }),
    })
    return { verdict: verdictOf(status), status, retryAfterMs: retryAfterMs(headers['retry-after'], nowMs()) }
  } catch {
    return { verdict: 'later', retryAfterMs: 0 }
  }
}

const headersOf = ({ topic, ttlS, urgency }: PushOptions): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  ttl: String(ttlS),
  urgency,
  ...(topic !== undefined && { topic }),
})

/** Why a push failed; null when it was taken. */
export function troubleOf({ verdict, status }: PushOutcome): PushTrouble | null {
  if (verdict === 'taken') return null
  if (verdict !== 'later') return 'refused'
  return status === undefined ? 'unreachable' : 'busy'
}
