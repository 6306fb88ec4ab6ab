/** Waits until enough is known about a send to return it to the caller. */
import type { Send } from '../../contract/send.ts'
import type { SendLedger } from '../ledger/ledger.ts'
import type { Waiters } from './waiters.ts'

interface OutcomeDeps {
  ledger: Pick<SendLedger, 'findSend'>
  waiters: Waiters
  nowMs(): number
  /** Whether the send failed only to be sent again as SMS. */
  mayFallBack(send: string): boolean
}

/** Returns the send once it has landed or failed, at once when it is scheduled, or as it is after `timeoutMs`. */
export async function waitForOutcome(send: Send, timeoutMs: number, deps: OutcomeDeps): Promise<Send> {
  const { ledger, waiters, nowMs, mayFallBack } = deps
  let latest = send
  const isKnown = () => {
    latest = ledger.findSend(send.id) ?? send
    return isSettled(latest)
  }

  function isSettled({ id, state, error, updated_at }: Send): boolean {
    if (state === 'queued' || state === 'handed_over') return false
    // Its row may still come, unless nothing has changed for longer than the timeout.
    if (state === 'uncertain') return nowMs() - Date.parse(updated_at) > timeoutMs
    return state !== 'failed' || error?.code !== 'recipient_unreachable' || !mayFallBack(id)
  }

  await waiters.until(send.id, isKnown, timeoutMs)
  return latest
}
