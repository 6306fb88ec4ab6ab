/** Those who wait until something has become of a send: they are told of each change, and look for themselves. */

export interface Awaiting {
  /** Resolves once it is so, after `withinMs` at the latest, and at once when all are released. */
  until(send: string, isSo: () => boolean, withinMs: number): Promise<void>
  /** Something became of this one. */
  told(send: string): void
  /** Another process did something. */
  toldAll(): void
  /** Whoever waits, now or later, gets what there is. */
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
