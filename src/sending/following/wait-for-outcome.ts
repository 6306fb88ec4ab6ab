/** Waits until enough is known about a send to return it to the caller. */
import type { Send } from '../../contract/send.ts'
import type { SendLedger } from '../ledger/ledger.ts'
import type { Awaiting } from './waiters.ts'

interface AnswerParts {
  ledger: Pick<SendLedger, 'send'>
  waiting: Awaiting
  nowMs(): number
  /** Whether the send failed only to be sent again as SMS. */
  mayFallBack(send: string): boolean
}

/** Returns the send once it has landed or failed, or as it is after `timeoutMs`. */
export async function answerTo(send: Send, timeoutMs: number, parts: AnswerParts): Promise<Send> {
  const { ledger, waiting, nowMs, mayFallBack } = parts
  const current = () => ledger.send(send.id) ?? send
  let answer = send
  const isKnown = () => {
    answer = current()
    return isSettled(answer)
  }

  function isSettled({ id, state, error, updated_at }: Send): boolean {
    if (state === 'queued' || state === 'handed_over') return false
    // Its row may still come, unless nothing has changed for longer than the timeout.
    if (state === 'uncertain') return nowMs() - Date.parse(updated_at) > timeoutMs
    return state !== 'failed' || error?.code !== 'recipient_unreachable' || !mayFallBack(id)
  }

  await waiting.until(send.id, isKnown, timeoutMs)
  return answer
}
