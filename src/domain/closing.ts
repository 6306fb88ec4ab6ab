/** Collects what a process opens, so that it closes in reverse order: when the process stops, and when its start fails halfway. */

export interface Opened {
  /** Returns what it is given, so that it can stand around the opening. */
  add<T>(thing: T, close: (thing: T) => unknown): T
  /** Closes everything once, the last first, whatever fails meanwhile; then throws the first failure. */
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
