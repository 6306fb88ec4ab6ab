/**
 * Lets callers wait for a condition of a send: each change of the send makes its waiters check their conditions again.
 */

export interface Awaiting {
  /** Resolves once the condition holds, after `withinMs` at the latest, and at once when all waiters are released. */
  until(send: string, isSo: () => boolean, withinMs: number): Promise<void>
  /** Reports that this send changed. */
  told(send: string): void
  /** Reports that another process may have changed any send. */
  toldAll(): void
  /** Ends all waiting, now and later. */
  release(): void
}

export function awaiting(): Awaiting {
  const lookers = new Map<string, Set<() => void>>()
  let isReleased = false

  function enlist(send: string, look: () => void): () => void {
    const ofSend = lookers.get(send) ?? new Set()
    lookers.set(send, ofSend.add(look))
    return () => {
      ofSend.delete(look)
      if (ofSend.size === 0) lookers.delete(send)
    }
  }

  const told = (send: string) => {
    for (const look of [...(lookers.get(send) ?? [])]) look()
  }
  const toldAll = () => {
    for (const send of [...lookers.keys()]) told(send)
  }
  return {
    until: (send, isSo, withinMs) =>
      new Promise((resolve, reject) => {
        const ends = () => isSo() || isReleased
        const done = (settle: () => void) => {
          clearTimeout(timer)
          leave()
          settle()
        }
        const look = () => {
          try {
            if (ends()) done(resolve)
          } catch (error) {
            done(() => reject(error))
          }
        }
        const leave = enlist(send, look)
        const timer = setTimeout(() => done(resolve), withinMs)
        look()
      }),
    told,
    toldAll,
    release() {
      isReleased = true
      toldAll()
    },
  }
}
