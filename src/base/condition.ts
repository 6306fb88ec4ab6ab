/** Lets tasks wait until what other tasks change is as they need it. */
export class Condition {
  #changed = Promise.withResolvers<void>()

  /** Makes everyone who waits check again. */
  notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await this.#changed.promise
  }
}
