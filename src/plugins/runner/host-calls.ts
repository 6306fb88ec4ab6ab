/** Makes calls from the runner: sends a call to the host, and waits for the answer with that number. */
import { CallRefused } from '../../plugin-api/index.ts'
import type { ArgsOf, Method } from '../calls/methods.ts'
import type { HostFrame, RunnerFrame } from '../protocol.ts'

export type Ask = <M extends Method>(method: M, args: ArgsOf<M>) => Promise<Record<string, unknown>>

/** A safeguard in case the host forgets a call: the host enforces its own time limits. */
const limitMs = 90_000

interface Waiter {
  resolve(value: Record<string, unknown>): void
  reject(error: CallRefused): void
}

export class HostCalls {
  readonly #send: (frame: RunnerFrame) => boolean
  readonly #waiting = new Map<number, Waiter>()
  #lastCall = 0

  constructor(send: (frame: RunnerFrame) => boolean) {
    this.#send = send
  }

  readonly ask: Ask = (method, args) => {
    const call = ++this.#lastCall
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
    if (!this.#send({ type: 'call', call, method, args }))
      throw new CallRefused('too_large', 'It is too large to be asked.')
    this.#waiting.set(call, { resolve, reject })
    const limit = setTimeout(() => {
      this.#waiting.delete(call)
      reject(new CallRefused('call_timeout', 'The bridge did not answer.'))
    }, limitMs)
    return promise.finally(() => clearTimeout(limit))
  }

  receive(frame: Extract<HostFrame, { type: 'result' | 'refusal' }>): void {
    const waiter = this.#waiting.get(frame.call)
    this.#waiting.delete(frame.call)
    if (frame.type === 'result') waiter?.resolve(frame.value)
    else waiter?.reject(new CallRefused(frame.code, frame.reason, frame.after_s))
  }
}
