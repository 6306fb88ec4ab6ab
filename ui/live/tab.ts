/** The interface of a tab for the strategies that choose the holder of the stream. */
export interface Tab {
  /** Follows the stream until the signal aborts; rejects when the service refuses. */
  hold(signal: AbortSignal): Promise<void>
  /** Asks for a message of the holder. */
  ask(): void
  /** Calls the listener for every message of a holder in another tab. */
  onHeard(listener: () => void): void
}
