/** Finds the members of a conversation, the name under which it is shown, and the conversations that a name means. */
import { fittingHandles } from '../../domain/contact-search.ts'
import { groupTitle } from '../../domain/history/group-title.ts'
import { type ChatDetails, eachOnce } from './chat-details.ts'
import type { ShownChat, ShownConversation } from './conversation-chats.ts'
import type { Naming } from './naming.ts'
import type { People } from './people.ts'

export interface ShownNames {
  /** The members of these groups, read together; for conversations with one person nothing is read. */
  membersAmong(conversations: Iterable<ShownConversation>): (conversation: ShownConversation) => string[]
  /** The name under which a conversation with these members is shown. */
  nameWith(members: readonly string[], conversation: ShownConversation): string
  nameOf(conversation: ShownConversation): string
  /**
   * Returns a predicate for the conversations of `among` whose name, or a member's name or address, matches what was
   * typed.
   */
  fitting(typed: string, among: Iterable<ShownConversation>): (conversation: ShownConversation) => boolean
}

interface ShownNamesDeps {
  people: People
  details: ChatDetails
  naming?: Naming | undefined
}

export function shownNames({ people, details, naming }: ShownNamesDeps): ShownNames {
  const { showsNames = true, address = (handle: string) => handle } = naming ?? {}
  const membersAmong: ShownNames['membersAmong'] = (conversations) => {
    const groups = [...conversations].filter(({ isGroup }) => isGroup)
    const members = groups.length === 0 ? undefined : details.members(groups.flatMap(({ chatIds }) => chatIds))
    return ({ isGroup, chats, chatIds }) => {
      const inEach = isGroup ? chatIds.map((id) => members?.get(id) ?? []) : []
      const found = inEach.length > 1 ? eachOnce(inEach.flat()) : (inEach[0] ?? [])
      return found.length > 0 ? found.filter((handle) => !people.isMe(handle)) : [chats[0].identifier]
    }
  }
  const nameWith: ShownNames['nameWith'] = (members, conversation) => {
    if (!conversation.isGroup) return people.nameOf(conversation.chats[0].identifier)
    return (showsNames ? groupNameOf(conversation) : null) ?? groupTitle(members.map(people.nameOf))
  }
  return {
    membersAmong,
    nameWith,
    nameOf: (conversation) => nameWith(membersAmong([conversation])(conversation), conversation),
    fitting(typed, among) {
      const membersOf = membersAmong(among)
      const fits = fittingHandles(typed)
      return (conversation) => {
        const members = membersOf(conversation)
        const whole = {
          name: nameWith(members, conversation),
          handles: conversation.chats.map(({ identifier }) => address(identifier)),
        }
        const each = members.map((handle) => ({ name: people.nameOf(handle), handles: [address(handle)] }))
        return [whole, ...each].some((person) => fits(person).length > 0)
      }
    },
  }
}

/** Takes the name from the last chat of the group that has one, because that is the chat in use. */
const groupNameOf = ({ chats }: ShownConversation): string | null =>
  chats.findLast((chat: ShownChat) => chat.groupName !== null)?.groupName ?? null
