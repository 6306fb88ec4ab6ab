/** What is remembered over restarts: who we are at the broker, how much came, and from which conversations. */
import { randomBytes } from 'node:crypto'
import type { InboundMessage } from '../../plugin-api/index.ts'
import { keptFile } from './kept-file.ts'

export interface KnownConversation {
  id: string
  /** Of the group, or of the person. */
  name: string
}

interface Remembered {
  id: string
  received: number
  /** The one that wrote last stands last. */
  conversations: KnownConversation[]
  gone: string[]
  /** Topics at which the broker may retain something of ours. */
  retained: string[]
}

export interface Memory {
  value(): Remembered
  received(message: InboundMessage): void
  /** Before something is published to be retained: a crash in between forgets no topic. */
  retains(topic: string): void
  /** Nothing is retained there any more. */
  cleared(topics: readonly string[]): void
}

/** As many notifiers a person may still find one among. */
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
