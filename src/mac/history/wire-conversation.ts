/** Converts conversations to the shape of the API. */
import { serviceName } from '../../apple/service-name.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { Persons } from '../../domain/people/persons.ts'
import { type CurrentPersons, noPersons } from '../persons.ts'
import type { IsArchived } from './archived.ts'
import type { ChatDetails } from './chat-details.ts'
import type { ShownChat, ShownConversation } from './conversation-chats.ts'
import type { Listed } from './heads.ts'
import { type LastLines, senderOf } from './last-lines.ts'
import type { People } from './people.ts'
import type { ShownNames } from './shown-names.ts'
import type { UnreadCounts } from './unread.ts'
import { wireTime } from './wire-time.ts'

interface ConversationWriterDeps {
  people: People
  names: ShownNames
  details: ChatDetails
  lastLines: LastLines
  persons?: CurrentPersons
}

/** The facts about conversations that only our page knows. */
interface OwnState {
  unread: ReturnType<UnreadCounts['counts']>
  isArchived: IsArchived
}

export interface ConversationWriter {
  wire(listed: readonly Listed[], ours: OwnState): Conversation[]
}

export function conversationWriter({
  people,
  names,
  details,
  lastLines,
  persons = noPersons,
}: ConversationWriterDeps): ConversationWriter {
  const isKeptSeparate = ({ identifier }: ShownChat, { find }: Persons): boolean => {
    const known = find(identifier)
    return known?.isSeparate === true && known.person.handles.length > 1
  }
  const participant = (handle: string) => ({ handle, name: people.nameOf(handle), avatar_url: people.avatarOf(handle) })
  return {
    wire(listed, { unread, isArchived }) {
      const chatIds = listed.flatMap(({ conversation }) => conversation.chatIds)
      const membersOf = names.membersAmong(listed.map(({ conversation }) => conversation))
      const muted = details.muted(chatIds)
      const lines = lastLines(listed)
      const known = persons.now()
      return listed.map(({ conversation, head: { found, chatId } }) => {
        const handles = membersOf(conversation)
        const chat = chatOf(conversation, chatId)
        return {
          guid: guidOf(conversation, chatId),
          chat_rowid: namedChat(conversation, chatId).id,
          handle: chat.identifier,
          addresses: addressesOf(conversation, chat),
          kept_separate: !conversation.isGroup && isKeptSeparate(chat, known),
          display_name: names.nameWith(handles, conversation),
          last_message: lines.get(found.rowid) ?? '',
          last_message_ts: wireTime(found.sent_at_ms ?? 0),
          unread_count: unread.get(conversation.key) ?? 0,
          is_group: conversation.isGroup,
          category: chat.category,
          service: serviceName(found.service),
          participants: handles.map(participant),
          last_message_rowid: found.rowid,
          last_message_is_from_me: found.is_from_me === 1,
          last_message_sender: senderOf(found, conversation, people),
          muted: conversation.chatIds.some((id) => muted.has(id)),
          archived: isArchived(conversation),
        }
      })
    },
  }
}

export const chatOf = ({ chats }: ShownConversation, chatId: number | undefined): ShownChat =>
  chats.find(({ id }) => id === chatId) ?? chats[0]

/**
 * The GUID under which a conversation is shown: of a person with several addresses always that of the oldest chat, else
 * that of the chat given.
 */
export const guidOf = (conversation: ShownConversation, chatId: number | undefined): string =>
  namedChat(conversation, chatId).guid

const namedChat = (conversation: ShownConversation, chatId: number | undefined): ShownChat =>
  conversation.isJoined ? conversation.chats[0] : chatOf(conversation, chatId)

/** The address of the given chat, which was used last, comes first. */
const addressesOf = ({ isGroup, chats }: ShownConversation, last: ShownChat): string[] => {
  if (isGroup) return []
  const others = chats.filter(({ conversation }) => conversation !== last.conversation)
  const byKey = new Map([last, ...others].map(({ conversation, identifier }) => [conversation, identifier]))
  return [...byKey.values()]
}
