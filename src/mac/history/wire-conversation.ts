/** Converts conversations to the shape of the API. */
import type { Conversation } from '../../contract/conversation.ts'
import { fittingHandles } from '../../domain/contact-search.ts'
import { groupTitle } from '../../domain/history/group-title.ts'
import type { Persons } from '../../domain/people/persons.ts'
import { type CurrentPersons, noPersons } from '../persons.ts'
import type { IsArchived } from './archived.ts'
import { type ChatDetails, eachOnce } from './chat-details.ts'
import type { ShownChat, ShownConversation } from './conversation-chats.ts'
import type { Listed } from './heads.ts'
import { type LastLines, senderOf } from './last-lines.ts'
import type { People } from './people.ts'
import type { UnreadCounts } from './unread.ts'
import { wireTime } from './wire-time.ts'

interface ConversationWriterDeps {
  people: People
  details: ChatDetails
  lastLines: LastLines
  persons?: CurrentPersons
}

/** What our page knows of conversations. */
interface OwnState {
  unread: ReturnType<UnreadCounts['counts']>
  isArchived: IsArchived
}

export interface ConversationWriter {
  wire(listed: readonly Listed[], ours: OwnState): Conversation[]
  /** The name under which the conversation is shown. */
  nameOf(conversation: ShownConversation): string
  /**
   * Returns a predicate for the conversations of `among` whose name, or a member's name or address, matches what was
   * typed.
   */
  fitting(typed: string, among: Iterable<ShownConversation>): (conversation: ShownConversation) => boolean
}

export function conversationWriter({
  people,
  details,
  lastLines,
  persons = noPersons,
}: ConversationWriterDeps): ConversationWriter {
  const membersOf = ({ isGroup, chats, chatIds }: ShownConversation, members: Map<number, string[]>): string[] => {
    const found = eachOnce(chatIds.flatMap((id) => members.get(id) ?? []))
    return isGroup && found.length > 0 ? found.filter((handle) => !people.isMe(handle)) : [chats[0].identifier]
  }
  const nameOf = (conversation: ShownConversation, members: readonly string[]): string => {
    if (!conversation.isGroup) return people.nameOf(conversation.chats[0].identifier)
    return groupNameOf(conversation) ?? groupTitle(members.map(people.nameOf))
  }
  const isKeptSeparate = ({ identifier }: ShownChat, { find }: Persons): boolean => {
    const known = find(identifier)
    return known?.isSeparate === true && known.person.handles.length > 1
  }
  const participant = (handle: string) => ({ handle, name: people.nameOf(handle), avatar_url: people.avatarOf(handle) })
  return {
    wire(listed, { unread, isArchived }) {
      const chatIds = listed.flatMap(({ conversation }) => conversation.chatIds)
      const groups = listed.filter(({ conversation }) => conversation.isGroup)
      const members = details.members(groups.flatMap(({ conversation }) => conversation.chatIds))
      const muted = details.muted(chatIds)
      const lines = lastLines(listed)
      const known = persons.now()
      return listed.map(({ conversation, head: { found, chatId } }) => {
        const handles = membersOf(conversation, members)
        const chat = chatOf(conversation, chatId)
        return {
          guid: guidOf(conversation, chatId),
          handle: chat.identifier,
          addresses: addressesOf(conversation, chat),
          kept_separate: !conversation.isGroup && isKeptSeparate(chat, known),
          display_name: nameOf(conversation, handles),
          last_message: lines.get(found.rowid) ?? '',
          last_message_ts: wireTime(found.sent_at_ms ?? 0),
          unread_count: unread.get(conversation.key) ?? 0,
          is_group: conversation.isGroup,
          category: chat.category,
          service: found.service ?? '',
          participants: handles.map(participant),
          last_message_rowid: found.rowid,
          last_message_is_from_me: found.is_from_me === 1,
          last_message_sender: senderOf(found, conversation, people),
          muted: conversation.chatIds.some((id) => muted.has(id)),
          archived: isArchived(conversation),
        }
      })
    },
    nameOf(conversation) {
      const members = conversation.isGroup ? details.members(conversation.chatIds) : new Map<number, string[]>()
      return nameOf(conversation, membersOf(conversation, members))
    },
    fitting(typed, among) {
      const groups = [...among].filter(({ isGroup }) => isGroup)
      const members = details.members(groups.flatMap(({ chatIds }) => chatIds))
      const fits = fittingHandles(typed)
      return (conversation) => {
        const handles = membersOf(conversation, members)
        const whole = {
          name: nameOf(conversation, handles),
          handles: conversation.chats.map(({ identifier }) => identifier),
        }
        const each = handles.map((handle) => ({ name: people.nameOf(handle), handles: [handle] }))
        return [whole, ...each].some((person) => fits(person).length > 0)
      }
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
  (conversation.isJoined ? conversation.chats[0] : chatOf(conversation, chatId)).guid

/** The address of the given chat, which was used last, comes first. */
const addressesOf = ({ isGroup, chats }: ShownConversation, last: ShownChat): string[] => {
  if (isGroup) return []
  const others = chats.filter(({ conversation }) => conversation !== last.conversation)
  const byKey = new Map([last, ...others].map(({ conversation, identifier }) => [conversation, identifier]))
  return [...byKey.values()]
}

/** Takes the name from the last chat of the group that has one, because that is the chat in use. */
const groupNameOf = ({ chats }: ShownConversation): string | null =>
  chats.findLast((chat: ShownChat) => chat.groupName !== null)?.groupName ?? null
