/** When enough is known of a send to answer whoever asked for it. */
import type { Send } from '../contract/send.ts'
import type { SendLedger } from '../store/send-ledger/ledger.ts'
import type { Awaiting } from './awaiting.ts'

interface AnswerParts {
  ledger: Pick<SendLedger, 'send'>
  waiting: Awaiting
  nowMs(): number
  /** Whether it failed only to be sent once more as SMS. */
  mayFallBack(send: string): boolean
}

/** The send once it has landed or failed, otherwise as it stands after so long. */
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
    // Its row may still come, unless nothing was heard of it for long.
    if (state === 'uncertain') return nowMs() - Date.parse(updated_at) > timeoutMs
    return state !== 'failed' || error?.code !== 'recipient_unreachable' || !mayFallBack(id)
  }

  await waiting.until(send.id, isKnown, timeoutMs)
  return answer
}
