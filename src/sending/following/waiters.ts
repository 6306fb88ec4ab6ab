/**
 * Lets callers wait for a condition of a send: each change of the send makes its waiters check their conditions again.
 */
export class Waiters {
  readonly #checks = new Map<string, Set<() => void>>()
  #isReleased = false

  /** Resolves once the condition holds, after `withinMs` at the latest, and at once when all waiters are released. */
  until(send: string, condition: () => boolean, withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        leave()
        settle()
      }
      const check = () => {
        try {
          if (condition() || this.#isReleased) end(resolve)
        } catch (error) {
          end(() => reject(error))
        }
      }
      const leave = this.#enlist(send, check)
      const timer = setTimeout(() => end(resolve), withinMs)
      check()
    })
  }

  /** Makes the waiters of this send check their conditions. */
  notify(send: string): void {
    for (const check of [...(this.#checks.get(send) ?? [])]) check()
  }

  /** Ends all waiting, now and later. */
  release(): void {
    this.#isReleased = true
    for (const send of [...this.#checks.keys()]) this.notify(send)
  }

  #enlist(send: string, check: () => void): () => void {
    const checks = this.#checks.get(send) ?? new Set()
    this.#checks.set(send, checks.add(check))
    return () => {
      checks.delete(check)
      if (checks.size === 0) this.#checks.delete(send)
    }
  }
}
