/**
 * Stores which of the bot's messages shows what, so that an answer to it finds its conversation even after a restart,
 * and a repeated delivery continues where it stopped. The last few thousand are kept.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appendToFile, replaceFile } from '../shared/durable-file.ts'

export interface Shown {
  chat: number
  message_id: number
  conversation_id: string
  /** The name of the conversation, for people. */
  name: string
  /** The piece and its delivery; null for the bot's own messages. */
  piece: string | null
}

export interface ShownMessages {
  add(shown: Shown): void
  find(chat: number, messageId: number): Shown | undefined
  /** Whether this user already has the piece. */
  has(chat: number, piece: string): boolean
  conversation(id: string): Shown | undefined
  /** The newest message of each conversation, newest first. */
  recent(): Shown[]
}

const mostKept = 10_000

export function openShown(dataDir: string, most = mostKept): ShownMessages {
  const path = join(dataDir, 'shown.jsonl')
  const byMessage = new Map<string, Shown>()
  const pieces = new Set<string>()
  let lines = 0

  const take = (shown: Shown): void => {
    byMessage.set(messageKey(shown.chat, shown.message_id), shown)
    if (shown.piece !== null) pieces.add(pieceKey(shown.chat, shown.piece))
    if (byMessage.size > most) forgetOldest()
  }
  const forgetOldest = (): void => {
    for (const [key, { chat, piece }] of byMessage) {
      byMessage.delete(key)
      if (piece !== null) pieces.delete(pieceKey(chat, piece))
      return
    }
  }
  const rewrite = (): void => {
    const kept = [...byMessage.values()]
    replaceFile(path, kept.map(line).join(''))
    lines = kept.length
  }
  const newestFirst = (): Shown[] => [...byMessage.values()].reverse()

  for (const shown of read(path)) {
    take(shown)
    lines++
  }
  // Also drops a line that a crash cut off.
  rewrite()

  return {
    add(shown) {
      take(shown)
      appendToFile(path, line(shown))
      lines++
      if (lines > most * 2) rewrite()
    },
    find: (chat, messageId) => byMessage.get(messageKey(chat, messageId)),
    has: (chat, piece) => pieces.has(pieceKey(chat, piece)),
    conversation: (id) => newestFirst().find(({ conversation_id }) => conversation_id === id),
    recent: () => [...new Map(newestFirst().map((one) => [one.conversation_id, one])).values()],
  }
}

const messageKey = (chat: number, messageId: number): string => `${chat}:${messageId}`
const pieceKey = (chat: number, piece: string): string => `${chat}:${piece}`
const line = (shown: Shown): string => `${JSON.stringify(shown)}\n`

function read(path: string): Shown[] {
  try {
    return readFileSync(path, 'utf8').split('\n').flatMap(parsed)
  } catch {
    return []
  }
}

function parsed(text: string): Shown[] {
  try {
    return [JSON.parse(text) as Shown]
  } catch {
    return []
  }
}
