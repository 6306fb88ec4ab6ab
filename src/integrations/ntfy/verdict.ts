/** What the answer of an ntfy server means for the notification: pushed, again later, or never. */
import { DeliveryRefused } from '../../plugin-api/index.ts'
import type { Answer } from './post.ts'

/** Its own number for "no more messages today". */
const dailyLimit = 42_908
const nextTryS = { limited: 60, daily: 3_600, refused: 300 }
/** It understood us and will not take this one, whatever we do. */
const never = [400, 413]

/** Returns when it is pushed; throws what the host has to know otherwise. */
export function judge(answer: Answer, nowMs: number): void {
  const { status } = answer
  if (status === 200) return
  const { code, error } = problemOf(answer)
  const said = `the server answered ${status}${error === undefined ? '' : `: ${error}`}`
  if (status === 401 || status === 403)
    throw new DeliveryRefused(`${said}; check token, user and topic`, nextTryS.refused)
  if (status >= 300 && status < 400) throw new DeliveryRefused(`${said}; set the address it leads to`, nextTryS.refused)
  if (status === 429) throw new DeliveryRefused(said, asked(answer, nowMs) ?? limitedS(code))
  if (never.includes(status)) throw new DeliveryRefused(said, null)
  const pauseS = asked(answer, nowMs)
  throw pauseS === undefined ? new Error(said) : new DeliveryRefused(said, pauseS)
}

/** Who goes on in spite of a 429 is shut out by his address. */
const limitedS = (code: number | undefined): number => (code === dailyLimit ? nextTryS.daily : nextTryS.limited)

/** Seconds, or a date. One that is over says nothing about when it is better to come back. */
function asked({ retryAfter }: Answer, nowMs: number): number | undefined {
  if (retryAfter === undefined || retryAfter.trim() === '') return undefined
  const seconds = Number(retryAfter)
  if (Number.isFinite(seconds)) return positive(seconds)
  const atMs = Date.parse(retryAfter)
  return Number.isNaN(atMs) ? undefined : positive(Math.ceil((atMs - nowMs) / 1_000))
}

const positive = (seconds: number): number | undefined => (seconds > 0 ? seconds : undefined)

interface Problem {
  code?: number
  error?: string
}

/** `{ "code": 40101, "http": 401, "error": "unauthorized" }`; a proxy before it may answer anything. */
function problemOf({ body }: Answer): Problem {
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
