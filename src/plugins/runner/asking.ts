/** The runner's side of calls: sends a call to the host, and waits for the answer with that number. */
import { CallRefused } from '../../plugin-api/index.ts'
import type { ArgsOf, Method } from '../calls/methods.ts'
import type { HostFrame, RunnerFrame } from '../protocol.ts'

export type Ask = <M extends Method>(method: M, args: ArgsOf<M>) => Promise<Record<string, unknown>>

export interface Asking {
  ask: Ask
  answered(frame: Extract<HostFrame, { type: 'result' | 'refusal' }>): void
}

/** Only a safeguard in case the host forgets a call: the host enforces its own time limits. */
const limitMs = 90_000

interface Waiter {
  resolve(value: Record<string, unknown>): void
  reject(error: CallRefused): void
}

export function createAsking(send: (frame: RunnerFrame) => boolean): Asking {
  const waiting = new Map<number, Waiter>()
  let last = 0

  return {
    ask(method, args) {
      const call = ++last
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
      if (!send({ type: 'call', call, method, args }))
        throw new CallRefused('too_large', 'It is too large to be asked.')
      waiting.set(call, { resolve, reject })
      const limit = setTimeout(() => {
        waiting.delete(call)
        reject(new CallRefused('call_timeout', 'The bridge did not answer.'))
      }, limitMs)
      return promise.finally(() => clearTimeout(limit))
    },
    answered(frame) {
      const waiter = waiting.get(frame.call)
      waiting.delete(frame.call)
      if (frame.type === 'result') waiter?.resolve(frame.value)
      else waiter?.reject(new CallRefused(frame.code, frame.reason, frame.after_s))
    },
  }
}
