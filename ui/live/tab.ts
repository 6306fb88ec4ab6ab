/** What a way of choosing who holds the stream is given of its tab. */
export interface Tab {
  /** Follows the stream until the signal aborts; rejects when the service refuses. */
  hold(signal: AbortSignal): Promise<void>
  /** The holder answers. */
  ask(): void
  /** For every sign of life of a holder in another tab. */
  onHeard(listener: () => void): void
}
