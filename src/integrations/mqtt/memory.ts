/** Remembers across restarts our identity at the broker, how many messages arrived, and in which conversations. */
import { randomBytes } from 'node:crypto'
import type { InboundMessage } from '../../plugin-api/index.ts'
import { keptFile } from './kept-file.ts'

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

export interface Memory {
  value(): Remembered
  received(message: InboundMessage): void
  /** Called before something is published to be retained, so that a crash in between forgets no topic. */
  retains(topic: string): void
  /** Nothing is retained at these topics any more. */
  cleared(topics: readonly string[]): void
}

/** The number of notifiers among which a person can still find one. */
const mostConversations = 30

export function openMemory(path: string): Memory {
  const id = `relay_${randomBytes(6).toString('hex')}`
  const empty: Remembered = { id, received: 0, conversations: [], gone: [], retained: [] }
  const file = keptFile(path, empty)
  if (file.value().id === id) file.keep(file.value())
  return {
    value: file.value,
    received: (message) => file.keep(withMessage(file.value(), message)),
    retains(topic) {
      const { retained } = file.value()
      if (!retained.includes(topic)) file.keep({ ...file.value(), retained: [...retained, topic] })
    },
    cleared(topics) {
      const { retained } = file.value()
      file.keep({ ...file.value(), retained: retained.filter((topic) => !topics.includes(topic)) })
    },
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
