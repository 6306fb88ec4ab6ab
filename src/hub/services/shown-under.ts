/** Shows conversations and messages of the hub as a grant lets them appear, by the same decisions as on a Mac. */
import { isDeepStrictEqual } from 'node:util'
import type { Guise } from '../../actions/narrowed/guise.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { Grant } from '../../contract/grant.ts'
import type { Answered, Message } from '../../contract/message.ts'
import { contactAvatarPath } from '../../domain/contact-name.ts'
import { disguiseConversation, disguiseMessage } from '../../domain/grant/disguise.ts'
import { hideContent, hideInConversation } from '../../domain/grant/hide-content.ts'
import { groupTitle } from '../../domain/history/group-title.ts'
import { hubGuid, ofHubGuid } from '../store/ids.ts'

/** The message that another one answers, if it exists under the grant. */
export type Root = { handle: string; codes: readonly string[] } | undefined

export interface Shown {
  /** `codes` are the codes that Messages has marked in the last message of the conversation. */
  conversation(one: Conversation, codes?: readonly string[]): Conversation
  message(one: Message, root: Root): Message
  /** Whether nothing of the content of a message is hidden. */
  isWhole(one: Message): boolean
}

export function shownUnder(grant: Grant, guise: Guise): Shown {
  const named = namedUnder(guise)
  return {
    conversation(one, codes = []) {
      const content = hideInConversation(named.conversation(withPictures(one, grant)), grant, codes)
      const line = ofHubGuid(one.guid)?.line ?? 0
      const avatarOf = (handle: string) => contactAvatarPath(hubGuid(line, guise.handle(handle)))
      return guise.showsHandles ? content : disguiseConversation(content, { ...guise, avatarOf })
    },
    message(one, root) {
      const content = hideContent(named.message(withRoot(one, root, grant), root), grant, root?.codes)
      return guise.showsHandles ? content : disguiseMessage(content, guise)
    },
    isWhole: (one) =>
      !(one.kind === 'system' && guise.naming !== undefined) && isDeepStrictEqual(hideContent(one, grant), one),
  }
}

/** Removes pictures of people who do not exist under the grant, such as somebody who is only in a listed group. */
function withPictures(one: Conversation, { fields, people }: Grant): Conversation {
  const isOfListedGroup = one.is_group && people !== 'all' && 'only' in people
  if (fields.names && !isOfListedGroup) return one
  return { ...one, participants: one.participants.map((each) => ({ ...each, avatar_url: null })) }
}

/** Removes the reference to an answered message that does not exist under the grant. */
function withRoot(message: Message, root: Root, { since }: Grant): Message {
  if (root !== undefined || message.reply_to_guid === null) return message
  return message.reply_to === null && since === null ? message : { ...message, reply_to: null, reply_to_guid: null }
}

/** Replaces names. Macs have told the hub the names that they show; a grant may require others in their place. */
function namedUnder({ naming }: Guise) {
  if (naming === undefined)
    return { conversation: (one: Conversation) => one, message: (one: Message, _root: Root) => one }
  const nameOf = (name: string, handle: string): string =>
    naming.showsNames && name !== handle && name !== '' ? name : naming.address(handle)
  return {
    conversation(one: Conversation): Conversation {
      const participants = one.participants.map((each) => ({ ...each, name: nameOf(each.name, each.handle) }))
      const last = one.participants.findIndex(({ name }) => name === one.last_message_sender)
      return {
        ...one,
        participants,
        display_name: one.is_group
          ? groupNameOf(one, participants, naming.showsNames)
          : nameOf(one.display_name, one.handle),
        last_message_sender: one.last_message_sender === null ? null : (participants[last]?.name ?? ''),
      }
    },
    message: (one: Message, root: Root): Message => ({
      ...one,
      sender: one.is_from_me ? one.sender : nameOf(one.sender, one.handle),
      // A system line names the person who did something.
      text: one.kind === 'system' ? '' : one.text,
      reply_to: one.reply_to && root ? answered(one.reply_to, nameOf(one.reply_to.sender, root.handle)) : null,
      tapback_details: one.tapback_details.map((each) =>
        each.handle === null ? each : { ...each, sender: nameOf(each.sender, each.handle) },
      ),
    }),
  }
}

const answered = (one: Answered, sender: string): Answered => (one.is_from_me ? one : { ...one, sender })

/** Returns the name of a group. One without a name is called by its members. */
function groupNameOf(
  { display_name, participants: known }: Conversation,
  shown: Conversation['participants'],
  showsNames: boolean,
): string {
  const isMadeOfMembers =
    display_name === groupTitle(known.map(({ name }) => name)) ||
    known.some(({ handle }) => display_name.includes(handle))
  return showsNames && !isMadeOfMembers ? display_name : groupTitle(shown.map(({ name }) => name))
}
