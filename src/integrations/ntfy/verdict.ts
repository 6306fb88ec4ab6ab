/** Decides what the answer of an ntfy server means for the notification: pushed, retried later, or failed. */
import { DeliveryRefused } from '../../plugin-api/index.ts'
import type { Answer } from '../shared/poster.ts'
import { retryAfterS } from '../shared/retry-after.ts'

/** ntfy's own error code for the daily limit. */
const dailyLimit = 42_908
const nextTryS = { limited: 60, daily: 3_600, refused: 300 }
/** Statuses with which the server refuses this notification for good. */
const never = [400, 413]

/** Returns when the notification is pushed; otherwise throws the refusal for the host. */
export async function judge({ status, retryAfter, body }: Answer, nowMs: number): Promise<void> {
  if (status === 200) return
  const { code, error } = problemIn(await body)
  const reason = `the server answered ${status}${error === undefined ? '' : `: ${error}`}`
  if (status === 401 || status === 403)
    throw new DeliveryRefused(`${reason}; check token, user and topic`, nextTryS.refused)
  if (status >= 300 && status < 400)
    throw new DeliveryRefused(`${reason}; set the address it leads to`, nextTryS.refused)
  if (status === 429) throw new DeliveryRefused(reason, retryAfterS(retryAfter, nowMs) ?? limitedS(code))
  if (never.includes(status)) throw new DeliveryRefused(reason, null)
  const pauseS = retryAfterS(retryAfter, nowMs)
  throw pauseS === undefined ? new Error(reason) : new DeliveryRefused(reason, pauseS)
}

/** ntfy blocks the address of a client that continues in spite of a 429. */
const limitedS = (code: number | undefined): number => (code === dailyLimit ? nextTryS.daily : nextTryS.limited)

interface Problem {
  code?: number
  error?: string
}

/** Parses `{ "code": 40101, "http": 401, "error": "unauthorized" }`; a proxy in front may answer anything. */
function problemIn(body: string): Problem {
  try {
    const { code, error } = JSON.parse(body) as Record<string, unknown>
    return {
      ...(typeof code === 'number' && { code }),
      ...(typeof error === 'string' && { error: error.slice(0, 200) }),
    }
  } catch {
    return {}
  }
}
