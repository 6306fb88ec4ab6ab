/**
 * Lists conversations, newest first, with their unread messages and whether they are archived. After a change of
 * chat.db the order is determined anew when somebody asks for it.
 */
import type { Conversation } from '../../contract/conversation.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import type { IsArchived } from './archived.ts'
import type { ConversationChats, ShownConversation } from './conversation-chats.ts'
import type { Heads, Listed } from './heads.ts'
import type { ConversationPage, HistoryOptions } from './history.ts'
import type { ShownNames } from './shown-names.ts'
import type { UnreadCounts } from './unread.ts'
import { type ConversationWriter, guidOf } from './wire-conversation.ts'

interface ConversationListDeps {
  chats: ConversationChats
  heads: Heads
  unread: UnreadCounts
  readMarks: HistoryOptions['readMarks']
  archivedNow(): IsArchived
  names: Pick<ShownNames, 'fitting'>
  writer: ConversationWriter
}

export class ConversationList {
  readonly #deps: ConversationListDeps
  readonly #changed = new Set<ConversationKey>()
  #isOld = true

  constructor(deps: ConversationListDeps) {
    this.#deps = deps
  }

  /** Call after every change of chat.db, with the conversations whose chats have changed. */
  refresh(changed: Iterable<ConversationKey>): void {
    for (const key of changed) this.#changed.add(key)
    this.#isOld = true
    this.#deps.unread.refresh()
  }

  page({ limit, offset, typed = '', isUnread, isArchived: asked }: ConversationPage): Conversation[] {
    const { chats, heads, names, writer } = this.#deps
    this.#order()
    const ours = this.#ours()
    const fits = typed.trim() === '' ? undefined : names.fitting(typed, chats.all().values())
    const keep = (conversation: ShownConversation) =>
      (fits === undefined || fits(conversation)) &&
      (isUnread === undefined || isUnread === ours.unread.has(conversation.key)) &&
      (asked === undefined || asked === ours.isArchived(conversation))
    const isAll = fits === undefined && isUnread === undefined && asked === undefined
    return writer.wire(heads.page({ limit, offset, keep: isAll ? undefined : keep }), ours)
  }

  /** Undefined where nothing is shown in the conversation. */
  find(conversation: ShownConversation | undefined): Conversation | undefined {
    this.#order()
    const listed = conversation && this.#deps.heads.of(conversation)
    return listed && this.#wire([listed])[0]
  }

  /** Returns the GUID under which a conversation is listed. */
  guidOf(conversation: ShownConversation): string {
    this.#order()
    return guidOf(conversation, this.#deps.heads.known(conversation)?.chatId)
  }

  withAddress(address: string): Conversation[] {
    const { chats, heads } = this.#deps
    this.#order()
    const listed = chats.withAddress(address).flatMap((conversation) => heads.of(conversation) ?? [])
    return this.#wire(listed).toSorted((a, b) => (a.last_message_ts < b.last_message_ts ? 1 : -1))
  }

  #order(): void {
    if (this.#isOld) this.#deps.heads.refresh(this.#changed)
    this.#changed.clear()
    this.#isOld = false
  }

  #ours() {
    const { unread, readMarks, archivedNow } = this.#deps
    return { unread: unread.counts(readMarks()), isArchived: archivedNow() }
  }

  #wire(listed: readonly Listed[]): Conversation[] {
    return this.#deps.writer.wire(listed, this.#ours())
  }
}
