/** Turns conversations into the chats that clients of a BlueBubbles server read. */
import type { Conversation } from '../../contract/conversation.ts'
import type { StoredRow } from '../../contract/stored-row.ts'
import { groupTitle } from '../../domain/history/group-title.ts'
import { chatIdentifierOf, isGroupGuid } from '../wire/row-values.ts'
import type { HandleIndex } from './handles.ts'
import { type Form, handleFrom } from './message-of.ts'
import type { BlueBubblesChat, BlueBubblesHandle, BlueBubblesMessage } from './shapes.ts'

export interface ChatOptions {
  form?: Form
  /** All handles of Messages, to fill in the participants; the field is left out without them. */
  handles?: HandleIndex
  messages?: BlueBubblesMessage[]
  lastMessage?: BlueBubblesMessage | null
}

const [groupStyle, directStyle] = [43, 45] as const

export function chatOf(conversation: Conversation, options: ChatOptions = {}): BlueBubblesChat {
  const { form = 'full', handles, messages, lastMessage } = options
  return {
    originalROWID: conversation.chat_rowid,
    guid: conversation.guid,
    style: conversation.is_group ? groupStyle : directStyle,
    chatIdentifier: chatIdentifierOf(conversation.guid),
    isArchived: conversation.archived,
    displayName: nameOf(conversation),
    ...(handles !== undefined && { participants: participantsOf(conversation, handles) }),
    ...(messages !== undefined && { messages }),
    ...(form === 'full' && {
      isFiltered: conversation.category !== 'known',
      groupId: null,
      properties: null,
      lastAddressedHandle: null,
    }),
    ...(lastMessage !== undefined && { lastMessage }),
  }
}

/** The chat of a row whose conversation is not shown, since clients drop a message without a chat. */
export function chatOfRow({ chat_rowid, chat_guid }: StoredRow, form: Form = 'full'): BlueBubblesChat {
  return {
    originalROWID: chat_rowid,
    guid: chat_guid,
    style: isGroupGuid(chat_guid) ? groupStyle : directStyle,
    chatIdentifier: chatIdentifierOf(chat_guid),
    isArchived: false,
    displayName: '',
    ...(form === 'full' && { isFiltered: false, groupId: null, properties: null, lastAddressedHandle: null }),
  }
}

/** Empty for a person and for a group without a name of its own: clients make one up from the participants. */
function nameOf({ is_group, display_name, participants }: Conversation): string {
  if (!is_group) return ''
  return display_name === groupTitle(participants.map(({ name }) => name)) ? '' : display_name
}

function participantsOf({ participants, service }: Conversation, handles: HandleIndex): BlueBubblesHandle[] {
  return participants.map(({ handle }) => {
    const stored = handles.byAddress(handle, service)
    if (stored !== undefined) return handleFrom(stored)
    return { originalROWID: 0, address: handle, service, uncanonicalizedId: null, country: null }
  })
}
