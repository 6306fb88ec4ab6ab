/**
 * Stores which of the bot's messages shows what, so that an answer to it finds its conversation even after a restart,
 * and a repeated delivery continues where it stopped. The last few thousand are kept.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appendToFile, replaceFile } from '../shared/durable-file.ts'

export interface BotMessage {
  chat: number
  message_id: number
  conversation_id: string
  /** The name of the conversation, for people. */
  name: string
  /** The piece and its delivery; null for the bot's own messages. */
  piece: string | null
}

const mostKept = 10_000

export class BotMessages {
  readonly #path: string
  readonly #most: number
  readonly #byMessage = new Map<string, BotMessage>()
  readonly #pieces = new Set<string>()
  #lines = 0

  constructor(dataDir: string, most = mostKept) {
    this.#path = join(dataDir, 'shown.jsonl')
    this.#most = most
    for (const message of read(this.#path)) this.#put(message)
    // Also drops a line that a crash cut off.
    this.#rewrite()
  }

  add(message: BotMessage): void {
    this.#put(message)
    appendToFile(this.#path, line(message))
    this.#lines++
    if (this.#lines > this.#most * 2) this.#rewrite()
  }

  find(chat: number, messageId: number): BotMessage | undefined {
    return this.#byMessage.get(messageKey(chat, messageId))
  }

  /** Returns whether this user already has the piece. */
  has(chat: number, piece: string): boolean {
    return this.#pieces.has(pieceKey(chat, piece))
  }

  /** Returns the newest message of the conversation. */
  newestOf(conversationId: string): BotMessage | undefined {
    return this.#newestFirst().find(({ conversation_id }) => conversation_id === conversationId)
  }

  /** Returns a message of each conversation, the most recent conversation first. */
  recent(): BotMessage[] {
    return [...new Map(this.#newestFirst().map((one) => [one.conversation_id, one])).values()]
  }

  #newestFirst(): BotMessage[] {
    return [...this.#byMessage.values()].reverse()
  }

  #put(message: BotMessage): void {
    this.#byMessage.set(messageKey(message.chat, message.message_id), message)
    if (message.piece !== null) this.#pieces.add(pieceKey(message.chat, message.piece))
    if (this.#byMessage.size > this.#most) this.#forgetOldest()
  }

  #forgetOldest(): void {
    const [oldest] = this.#byMessage
    if (oldest === undefined) return
    const [key, { chat, piece }] = oldest
    this.#byMessage.delete(key)
    if (piece !== null) this.#pieces.delete(pieceKey(chat, piece))
  }

  #rewrite(): void {
    const kept = [...this.#byMessage.values()]
    replaceFile(this.#path, kept.map(line).join(''))
    this.#lines = kept.length
  }
}

const messageKey = (chat: number, messageId: number): string => `${chat}:${messageId}`
const pieceKey = (chat: number, piece: string): string => `${chat}:${piece}`
const line = (message: BotMessage): string => `${JSON.stringify(message)}\n`

function read(path: string): BotMessage[] {
  try {
    return readFileSync(path, 'utf8').split('\n').flatMap(parsed)
  } catch {
    return []
  }
}

function parsed(text: string): BotMessage[] {
  try {
    return [JSON.parse(text) as BotMessage]
  } catch {
    return []
  }
}
