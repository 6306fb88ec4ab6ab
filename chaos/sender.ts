/** Somebody who has texts sent, each under a key of its own, and asks until there is an answer. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Send } from '../src/contract/send.ts'

export interface Sender {
  /** Ends the sending. Resolves with every text that was ordered and the id under which the service knows it. */
  stop(): Promise<Map<string, string | undefined>>
}

const people = ['+12025550121', '+12025550122']
const everyMs = 150
const againMs = 200
/** A text that is refused for so long is given up. */
const mostTries = 600

export function startSending(url: () => string, pauseMs = everyMs): Sender {
  const ordered = new Map<string, string | undefined>()
  let isSending = true
  const sending = (async () => {
    for (let count = 0; isSending; count++) {
      const text = `to be sent ${count}`
      ordered.set(text, undefined)
      ordered.set(text, await order(url, people[count % people.length] ?? '', text))
      await wait(pauseMs)
    }
  })()
  return {
    async stop() {
      isSending = false
      await sending
      return ordered
    },
  }
}

async function order(url: () => string, handle: string, text: string): Promise<string | undefined> {
  for (let tried = 0; tried < mostTries; tried++) {
    const send = await asked(url(), { handle, text })
    if (send !== undefined) return send.id
    await wait(againMs)
  }
  return undefined
}

/** Undefined where there is no answer, or one that leads to asking again. */
async function asked(url: string, body: { handle: string; text: string }): Promise<Pick<Send, 'id'> | undefined> {
  try {
    const response = await fetch(`${url}/api/v1/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': body.text.replaceAll(' ', '-') },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const answer = (await response.json()) as Partial<Send> & { error?: { details?: { send?: Send } } }
    const send = answer.error?.details?.send ?? answer
    return send.id === undefined ? undefined : { id: send.id }
  } catch {
    return undefined
  }
}
