/** Sends calls to the page and matches its answers to them. */
import { type AskHost, HostRefused } from '../host.ts'
import type { FromFrame, FromPage } from '../protocol.ts'

type Settling = Extract<FromPage, { type: 'answer' | 'refusal' }>

export function asking(send: (message: FromFrame) => void): { ask: AskHost; settle(message: Settling): void } {
  const open = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>()
  let last = 0
  return {
    ask(method, args) {
      const call = ++last
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      open.set(call, { resolve, reject })
      send({ type: 'call', call, method, args })
      return promise
    },
    settle(message) {
      const waiting = open.get(message.call)
      open.delete(message.call)
      if (message.type === 'answer') waiting?.resolve(message.value)
      else waiting?.reject(new HostRefused(message.code, message.reason))
    },
  }
}
