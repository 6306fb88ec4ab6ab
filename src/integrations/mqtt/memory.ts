/** Remembers across restarts our identity at the broker, how many messages arrived, and in which conversations. */
import { randomBytes } from 'node:crypto'
import type { InboundMessage } from '../../plugin-api/index.ts'
import { JsonFile } from './json-file.ts'

export interface KnownConversation {
  id: string
  /** The name of the group or the person. */
  name: string
}

interface Remembered {
  id: string
  received: number
  /** The most recent conversation comes last. */
  conversations: KnownConversation[]
  gone: string[]
  /** Topics at which the broker may retain something from us. */
  retained: string[]
}

/** The number of notifiers among which a person can still find one. */
const mostConversations = 30

export class Memory {
  readonly #file: JsonFile<Remembered>

  constructor(path: string) {
    const id = `relay_${randomBytes(6).toString('hex')}`
    this.#file = new JsonFile<Remembered>(path, { id, received: 0, conversations: [], gone: [], retained: [] })
    if (this.value.id === id) this.#file.write(this.value)
  }

  get value(): Remembered {
    return this.#file.value
  }

  noteMessage(message: InboundMessage): void {
    this.#file.write(withMessage(this.value, message))
  }

  /** Called before something is published to be retained, so that a crash in between forgets no topic. */
  noteRetained(topic: string): void {
    const { retained } = this.value
    if (!retained.includes(topic)) this.#file.write({ ...this.value, retained: [...retained, topic] })
  }

  /** Notes that nothing is retained at these topics any more. */
  noteCleared(topics: readonly string[]): void {
    const retained = this.value.retained.filter((topic) => !topics.includes(topic))
    this.#file.write({ ...this.value, retained })
  }
}

function withMessage(before: Remembered, { conversation_id: id, is_group, group_name, sender }: InboundMessage) {
  const name = is_group ? (group_name ?? before.conversations.find((one) => one.id === id)?.name ?? 'a group') : sender
  const all = [...before.conversations.filter((one) => one.id !== id), { id, name }]
  const conversations = all.slice(-mostConversations)
  const forgotten = all.slice(0, -mostConversations).map((one) => one.id)
  const gone = [...before.gone.filter((one) => one !== id), ...forgotten].slice(-mostConversations)
  return { ...before, received: before.received + 1, conversations, gone }
}
