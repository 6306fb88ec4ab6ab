/** Finds conversations by whatever a client of `imsg` calls them, and remembers them for a while. */

import type { Conversation } from '../../contract/conversation.ts'
import { invalid, isAbsent } from './rpc-error.ts'
import type { Service } from './service.ts'

const keptMs = 30_000
const mostKept = 2_000
const pageSize = 200
/** From this number on, missing conversations are read by the page instead of one by one. */
const fewMissing = 3

interface Kept {
  conversation: Conversation
  untilMs: number
}

export class Conversations {
  readonly #service: Service
  readonly #kept = new Map<string, Kept>()

  constructor(service: Service) {
    this.#service = service
  }

  /** Newest first. */
  async list({ limit, unread }: { limit: number; unread: boolean }): Promise<Conversation[]> {
    const found: Conversation[] = []
    while (found.length < limit) {
      const page = { limit: Math.min(pageSize, limit - found.length), offset: found.length }
      const conversations = await this.#page({ ...page, ...(unread && { unread: true }) })
      found.push(...conversations)
      if (conversations.length < page.limit) break
    }
    return found
  }

  /** Throws invalid params where there is none of this ROWID, GUID or identifier. */
  async named(name: number | string): Promise<Conversation> {
    const found = await this.find(String(name))
    if (found !== undefined) return found
    throw invalid(typeof name === 'number' ? `no chat has the id ${name}` : 'no chat has this identifier or GUID')
  }

  async find(name: string): Promise<Conversation | undefined> {
    const kept = this.#kept.get(name)
    if (kept !== undefined && kept.untilMs > Date.now()) return kept.conversation
    // An identifier of a group is no GUID of its own.
    const spellings = /^chat\d+$/.test(name) ? [`any;+;${name}`, `iMessage;+;${name}`, name] : [name]
    for (const guid of spellings) {
      const found = await this.#read(guid)
      if (found === undefined) continue
      this.#keep(name, found)
      return found
    }
    return undefined
  }

  /** Reads the conversations of many rows at once. */
  async ofRows(guids: readonly (string | null)[]): Promise<Map<string, Conversation>> {
    const wanted = [...new Set(guids.filter((guid) => guid !== null))]
    const missing = wanted.filter((guid) => (this.#kept.get(guid)?.untilMs ?? 0) <= Date.now())
    if (missing.length > fewMissing)
      for (const each of await this.#page({ limit: pageSize })) this.#keep(each.guid, each)
    const found = new Map<string, Conversation>()
    for (const guid of wanted) {
      const conversation = await this.find(guid)
      if (conversation !== undefined) found.set(guid, conversation)
    }
    return found
  }

  async #read(guid: string): Promise<Conversation | undefined> {
    try {
      return await this.#service.get_conversation({ guid })
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  #page(asked: { limit: number; offset?: number; unread?: boolean }): Promise<Conversation[]> {
    return this.#service.list_conversations(asked)
  }

  #keep(name: string, conversation: Conversation): void {
    if (this.#kept.size >= mostKept) this.#kept.clear()
    this.#kept.set(name, { conversation, untilMs: Date.now() + keptMs })
  }
}

/** The chat that a request names in one of three ways. */
export interface ChatNames {
  chat_id?: number
  chat_identifier?: string
  chat_guid?: string
}

/** Throws invalid params unless exactly one of them is given. */
export function onlyChat({ chat_id, chat_identifier, chat_guid }: ChatNames): number | string {
  const [name, ...others] = [chat_id, chat_identifier, chat_guid].filter((each) => each !== undefined)
  if (name === undefined || others.length > 0)
    throw invalid('give exactly one of chat_id, chat_identifier and chat_guid')
  return name
}
