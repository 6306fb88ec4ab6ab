/**
 * Simulates a client that orders texts, each under a key of its own, and repeats each request until there is a
 * response.
 */
import { setImmediate as soon, setTimeout as wait } from 'node:timers/promises'
import type { Send } from '../src/contract/send.ts'
import { until } from '../test/harness/until.ts'

export interface Sender extends Disposable {
  /** Every text that was ordered so far, and the id under which the service knows it. */
  ordered: ReadonlyMap<string, string | undefined>
  /** Orders nothing while the work lasts, and begins it once every earlier order was answered. */
  hush<T>(work: () => Promise<T>): Promise<T>
  /** Ends the sending, once the last order was answered. */
  stop(): Promise<ReadonlyMap<string, string | undefined>>
}

interface Order {
  handle: string
  text: string
}

const people = ['+12025550121', '+12025550122']
const everyMs = 150
const againMs = 200
/** A text that is refused this often is given up. */
const mostTries = 600

export function startSending(url: () => string, pauseMs = everyMs): Sender {
  const ordered = new Map<string, string | undefined>()
  let isSending = true
  let isOver = false
  let hushed: Promise<unknown> | undefined
  let answered = Promise.resolve()

  const send = async (count: number) => {
    const text = `to be sent ${count}`
    ordered.set(text, undefined)
    const order = { handle: people[count % people.length] ?? '', text }
    for (let tried = 0; tried < mostTries && !isOver && ordered.get(text) === undefined; tried++) {
      if (tried > 0) await wait(againMs)
      ordered.set(text, await asked(url(), order))
    }
  }
  const sending = (async () => {
    for (let count = 0; isSending; count++) {
      await hushed
      answered = send(count)
      await answered
      await wait(pauseMs)
    }
  })()
  return {
    ordered,
    async hush(work) {
      const hush = Promise.withResolvers<void>()
      hushed = hush.promise
      try {
        // A text may be about to be ordered.
        await soon()
        await answered
        return await work()
      } finally {
        hush.resolve()
      }
    },
    async stop() {
      isSending = false
      await sending
      return ordered
    },
    [Symbol.dispose]() {
      isSending = false
      isOver = true
    },
  }
}

/** Returns undefined when there is no response, or one after which the client repeats its request. */
async function asked(url: string, body: Order): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/api/v1/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': body.text.replaceAll(' ', '-') },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const answer = (await response.json()) as Partial<Send> & { error?: { details?: { send?: Send } } }
    return (answer.error?.details?.send ?? answer).id
  } catch {
    return undefined
  }
}

interface Orders {
  /** The id of each text, or undefined where the service has none. */
  ordered: ReadonlyMap<string, string | undefined>
  url: string
}

interface SettledSends {
  /** The state that the service reports for each text. */
  ordered: Map<string, string | undefined>
  /** The unfinished work, in sentences; empty if there is none. */
  waitedFor: string[]
}

/**
 * A script whose sender died before it knew the process is waited for 30 s, its row 60 s after that, and an order 5
 * minutes for its turn; a plugin that failed several times in a row pauses for minutes.
 */
export const settleMs = 400_000
const lookEveryMs = 200

/** Waits until each send has a final state. */
export async function settledSends({ ordered: ids, url }: Orders): Promise<SettledSends> {
  const endMs = performance.now() + settleMs
  const ordered = new Map<string, string | undefined>()
  const waitedFor: string[] = []
  for (const [text, id] of ids) {
    const isFinal = async () => {
      ordered.set(text, id && (await stateOf(url, id)))
      return !unfinished.includes(ordered.get(text))
    }
    const withinMs = Math.max(0, endMs - performance.now())
    await until(isFinal, { withinMs, everyMs: lookEveryMs }).catch(() =>
      waitedFor.push(`“${text}” was still ${ordered.get(text)}`),
    )
  }
  return { ordered, waitedFor }
}

const unfinished: readonly (string | undefined)[] = ['queued', 'handed_over']

async function stateOf(url: string, id: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/v1/sends/${id}`, { signal: AbortSignal.timeout(10_000) })
  return ((await response.json()) as { state?: string }).state
}
