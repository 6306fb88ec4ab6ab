/** Finds the delivery during which a call is made, without the plugin's help, so that a repeat sends nothing twice. */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Scope {
  id: string
  sends: number
}

const scope = new AsyncLocalStorage<Scope>()

export const withinDelivery = <T>(id: string, work: () => T): T => scope.run({ id, sends: 0 }, work)

export const currentDelivery = (): string | null => scope.getStore()?.id ?? null

/**
 * Returns the same key for the same send of every attempt, as long as the plugin sends in the same order; null outside
 * of a delivery.
 */
export function nextSendKey(): string | null {
  const current = scope.getStore()
  return current === undefined ? null : `${current.id}:${++current.sends}`
}
