/** Sends what is waiting: one after the other in each conversation, and in one tab of this browser at a time. */
import { tellAll } from '../live/events.ts'
import { happen } from './happen.ts'
import { outboxLoaded, pendingWith, stored, useOutbox } from './outbox-store.ts'
import { post } from './post.ts'
import { conversationsWithWork, isTooOld, isUnsent, nextInTurn } from './transitions.ts'

/** A server or proxy may ask for a pause of any length, and a timer of more than 24 days would fire at once. */
const longestSleepMs = 3_600_000

/** Runs until the signal aborts. */
export async function takeTurns(signal: AbortSignal): Promise<void> {
  const working = new Set<string>()
  let waking: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    clearTimeout(waking)
    if (signal.aborted || !navigator.onLine) return
    const { pending } = useOutbox.getState()
    const nowMs = Date.now()
    for (const key of conversationsWithWork(pending, nowMs)) if (!working.has(key)) void work(key)
    const pauses = pending.filter(isUnsent).map(({ pause }) => pause?.untilMs ?? 0)
    const soonest = Math.min(...pauses.filter((untilMs) => untilMs > nowMs))
    if (Number.isFinite(soonest)) waking = setTimeout(look, Math.min(soonest - nowMs, longestSleepMs))
  }

  async function work(key: string): Promise<void> {
    working.add(key)
    await alone(key, signal, () => sendAll(key, signal)).catch(() => undefined)
    working.delete(key)
    look()
  }

  function wakeAndLook(): void {
    wake()
    look()
  }

  await outboxLoaded
  const unsubscribe = useOutbox.subscribe(look)
  addEventListener('online', wakeAndLook, { signal })
  signal.addEventListener('abort', () => {
    unsubscribe()
    clearTimeout(waking)
  })
  look()
}

function wake(): void {
  for (const { clientId, pause } of useOutbox.getState().pending)
    if (pause?.because === 'silence') happen(clientId, { is: 'woken' })
}

/**
 * Runs under a lock if the browser has them. Otherwise two tabs may submit the same send; the idempotency key ensures
 * that it is sent once.
 */
async function alone(key: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) await run()
  else await navigator.locks.request(`outbox ${key}`, { signal }, run)
}

async function sendAll(key: string, signal: AbortSignal): Promise<void> {
  let lastWentMs = 0
  while (!signal.aborted && navigator.onLine) {
    const one = nextInTurn(useOutbox.getState().pending, key, Date.now())
    if (one === undefined) return
    if (await sendOne(one.clientId, lastWentMs)) lastWentMs = Date.now()
  }
}

/** Returns whether there was a response. */
async function sendOne(clientId: string, lastWentMs: number): Promise<boolean> {
  const one = await stored(clientId)
  if (one === undefined || !isUnsent(one)) return false
  if (isTooOld(one, Date.now(), lastWentMs)) {
    happen(clientId, { is: 'aged' })
    return false
  }
  happen(clientId, { is: 'started' })
  // Stored as under way before the request starts, so that a reload in between finds it.
  const started = await stored(clientId)
  if (started === undefined) return false
  const outcome = await post(started, (share) => happen(clientId, { is: 'progressed', share }))
  happen(clientId, outcome)
  if (outcome.is === 'told') tellOthers(clientId)
  return outcome.is !== 'unanswered'
}

/** Reports the row at once, since the event stream reports it later. */
function tellOthers(clientId: string): void {
  const one = pendingWith(clientId)
  if (one?.rowid == null || one.sendId === null || one.state !== 'landed') return
  tellAll({
    type: 'send_updated',
    id: one.sendId,
    state: one.state,
    chat_guid: one.guid,
    rowid: one.rowid,
    error_code: null,
  })
}
