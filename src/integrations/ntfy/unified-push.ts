/** Publishes a notification to an endpoint of UnifiedPush, and decides what the answer of its server means. */
import { DeliveryRefused } from '../../plugin-api/index.ts'
import type { Answer } from '../shared/poster.ts'
import { retryAfterS } from '../shared/retry-after.ts'
import type { Notification } from './notification.ts'

const ttlS = 86_400
/** Most bytes of a push message. */
const longestMessage = 4_096

/** The body is the push message itself, which the app behind the endpoint receives as it is. */
export function unifiedPushOf({ title, message, priority, sequence_id, click }: Notification) {
  const told = { title, message, id: sequence_id }
  const whole = JSON.stringify({ ...told, ...(click !== undefined && { click }) })
  return {
    body: Buffer.byteLength(whole) <= longestMessage ? whole : JSON.stringify(told),
    headers: {
      'user-agent': 'local-messaging-relay',
      'content-type': 'application/octet-stream',
      ttl: String(ttlS),
      urgency: urgencyOf(priority),
      // A repeat takes the place of a push that still waits on the server; a topic has at most 32 characters.
      topic: sequence_id.replaceAll('-', '').slice(0, 32),
    },
  }
}

function urgencyOf(priority: number): 'low' | 'normal' | 'high' {
  if (priority === 3) return 'normal'
  return priority > 3 ? 'high' : 'low'
}

const nextTryS = { limited: 60, refused: 300 }

/** Returns when the server has taken the push; otherwise throws the refusal for the host. */
export async function judgeUnifiedPush({ status, retryAfter }: Answer, nowMs: number): Promise<void> {
  if (status >= 200 && status < 300) return
  const reason = `the endpoint answered ${status}`
  if (status === 404 || status === 410)
    throw new DeliveryRefused(`${reason}: it is gone; register again and set the new endpoint`, null)
  if (status === 400 || status === 413) throw new DeliveryRefused(reason, null)
  if (status === 401 || status === 403 || (status >= 300 && status < 400))
    throw new DeliveryRefused(`${reason}; check the endpoint`, nextTryS.refused)
  const pauseS = retryAfterS(retryAfter, nowMs)
  if (status === 429) throw new DeliveryRefused(reason, pauseS ?? nextTryS.limited)
  throw pauseS === undefined ? new Error(reason) : new DeliveryRefused(reason, pauseS)
}
