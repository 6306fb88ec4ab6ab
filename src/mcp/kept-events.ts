/**
 * Keeps what a session was told last, so that a client whose connection broke asks for the rest and does not send
 * again. Only the newest messages are kept, and they end with their session.
 */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

interface Kept {
  id: string
  stream: string
  message: JSONRPCMessage
  characters: number
}

export interface EventLimits {
  events: number
  characters: number
}

const usual: EventLimits = { events: 64, characters: 1024 * 1024 }

export class KeptEvents implements EventStore {
  readonly #limits: EventLimits
  readonly #kept: Kept[] = []
  #characters = 0
  #last = 0

  constructor(limits: EventLimits = usual) {
    this.#limits = limits
  }

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    this.#last += 1
    const id = String(this.#last)
    const { length: characters } = JSON.stringify(message)
    this.#kept.push({ id, stream, message, characters })
    this.#characters += characters
    // The newest one is kept however long it is, since nobody may have read it yet.
    while (this.#kept.length > 1 && this.#isFull()) this.#characters -= this.#kept.shift()?.characters ?? 0
    return id
  }

  /** The transport refuses an id that it returns no stream for. */
  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#kept.find((each) => each.id === id)?.stream
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const from = this.#kept.findIndex(({ id }) => id === lastId)
    const stream = this.#kept[from]?.stream
    if (stream === undefined) throw new Error('This event is no longer kept.')
    // An event without content only told the client an id to begin from.
    const missed = this.#kept.slice(from + 1).filter((each) => each.stream === stream && 'jsonrpc' in each.message)
    for (const { id, message } of missed) await send(id, message)
    return stream
  }

  #isFull(): boolean {
    return this.#kept.length > this.#limits.events || this.#characters > this.#limits.characters
  }
}
