/** Describes what became of a send, in the form in which it is published to whoever asked for it. */

export interface SendOutcome {
  send_id: string | null
  state: string
  error_code: string | null
  retry_after_s: number | null
}

/** Returns the outcome of a call of `send_text` that threw. */
export function outcomeOfError(error: unknown): SendOutcome {
  const { code, retryAfterS } = error as { code?: unknown; retryAfterS?: unknown }
  const refused = notSent(typeof code === 'string' ? code : 'internal')
  // The call was given up before its end, so its outcome is unknown.
  if (code === 'call_timeout') return { ...refused, state: 'uncertain' }
  return { ...refused, retry_after_s: typeof retryAfterS === 'number' ? retryAfterS : null }
}

export const notSent = (error_code: string): SendOutcome => ({
  send_id: null,
  state: 'failed',
  error_code,
  retry_after_s: null,
})
