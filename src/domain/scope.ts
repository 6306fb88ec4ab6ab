/** Decides whose messages are relayed. The scope never restricts reading in the page and by the API. */
import type { Category } from '../contract/categories.ts'
import type { RelayScope } from '../contract/config.ts'
import type { Handle } from '../contract/ids.ts'
import { sameHandle } from './handles.ts'
import type { Chat, Row } from './message.ts'

export interface ScopeSettings {
  scope: RelayScope
  selfHandles: readonly string[]
  handles: readonly string[]
  groups: readonly string[]
  /** The categories whose conversations are relayed. */
  categories: readonly Category[]
}

export type OutOfScope = 'from_me' | 'junk' | 'out_of_scope'

/** Recognises a conversation with oneself, whose rows are relayed in whichever direction Messages wrote them. */
export const isSelfChat = (chat: Pick<Chat, 'isGroup' | 'identifier'>, selfHandles: readonly string[]): boolean =>
  !chat.isGroup && selfHandles.some((own) => sameHandle(own, chat.identifier))

/**
 * Returns undefined when the row is in scope, else why it is not. `isContact` reports whether Contacts has the handle.
 */
export function outOfScope(
  row: Scoped,
  settings: ScopeSettings,
  isContact: (handle: Handle) => boolean,
): OutOfScope | undefined {
  if (isSelfChat(row.chat, settings.selfHandles)) return undefined
  if (row.isFromMe) return 'from_me'
  if (isListed(row, settings)) return undefined
  if (row.chat.isBlocked || !settings.categories.includes(row.chat.category)) return 'junk'
  if (settings.scope === 'everyone') return undefined
  if (settings.scope === 'contacts' && row.handle !== null && isContact(row.handle)) return undefined
  return 'out_of_scope'
}

/** The properties of a message that the scope looks at. */
type Scoped = Pick<Row, 'handle' | 'isFromMe'> & {
  chat: Pick<Chat, 'isGroup' | 'guid' | 'identifier' | 'category' | 'isBlocked'>
}

/** Whether messages of a conversation may be shown to a plugin, including the user's own in it. */
export function isConversationInScope(
  conversation: Listable,
  settings: ScopeSettings,
  isContact: (handle: Handle) => boolean,
): boolean {
  const { chat, handle } = conversation
  if (isSelfChat(chat, settings.selfHandles) || isListed(conversation, settings)) return true
  if (!settings.categories.includes(chat.category)) return false
  if (settings.scope === 'everyone') return true
  return settings.scope === 'contacts' && handle !== null && isContact(handle)
}

type Listable = Pick<Row, 'handle'> & { chat: Pick<Chat, 'isGroup' | 'guid' | 'identifier' | 'category'> }

function isListed({ chat, handle }: Listable, { handles, groups }: ScopeSettings): boolean {
  if (chat.isGroup) return groups.some((group) => group === chat.guid || groupIdentifier(group) === chat.identifier)
  return handle !== null && handles.some((listed) => sameHandle(listed, handle))
}

/**
 * `any;+;chat123`, `iMessage;+;chat123` and `chat123` name one group; macOS 26 changed the spelling of all groups. On a hub
 * the line comes first, and `2~any;+;chat123` is `2~chat123`.
 */
export const groupIdentifier = (spelling: string): string => spelling.replace(/^(\d{1,4}~)?[^;]*;[+-];/, '$1')
