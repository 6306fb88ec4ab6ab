/**
 * Collects what a process opens and closes it in reverse order, both when the process stops and when its start fails
 * halfway.
 */

export interface Opened {
  /** Returns the thing it is given, so that a call can wrap the opening. */
  add<T>(thing: T, close: (thing: T) => unknown): T
  /** Closes everything once, last opened first, even when some of it fails; then throws the first failure. */
  close(): Promise<void>
}

export function collectOpened(): Opened {
  const closers: (() => unknown)[] = []
  return {
    add(thing, close) {
      closers.push(() => close(thing))
      return thing
    },
    async close() {
      const failures: unknown[] = []
      for (const close of closers.splice(0).reverse())
        try {
          await close()
        } catch (error) {
          failures.push(error)
        }
      if (failures.length > 0) throw failures[0]
    },
  }
}
