/**
 * Collects what a process opens and closes it in reverse order, both when the process stops and when its start fails
 * halfway. The platform's AsyncDisposableStack, which Node 22 lacks, would throw nested SuppressedErrors; here the first
 * failure is thrown as it is, so that it keeps its exit code.
 */

type Closable = { close(): unknown } | { stop(): unknown }

export class OpenedResources {
  readonly #closers: (() => unknown)[] = []
  readonly #life = new AbortController()
  #closed: Promise<void> | undefined

  /** Lasts as long as the process: it aborts when closing begins, before anything is closed. */
  get signal(): AbortSignal {
    return this.#life.signal
  }

  /** Returns what it is given, so that a call can wrap the opening. */
  use<T extends Closable>(resource: T): T {
    return this.adopt(resource, () => ('close' in resource ? resource.close() : resource.stop()))
  }

  /** The same for what is closed in another way. */
  adopt<T>(resource: T, close: (resource: T) => unknown): T {
    this.#closers.push(() => close(resource))
    return resource
  }

  /** Closes everything once, last opened first, even when some of it fails; then throws the first failure. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll()
    return this.#closed
  }

  async #closeAll(): Promise<void> {
    this.#life.abort()
    const failures: unknown[] = []
    for (const close of this.#closers.splice(0).reverse())
      try {
        await close()
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
  }
}
