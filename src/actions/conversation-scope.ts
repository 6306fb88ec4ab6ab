/** Decides whether a conversation of the API is in the scope of the relay. */
import type { RelayScope } from '../contract/config.ts'
import type { Conversation } from '../contract/conversation.ts'
import type { Handle } from '../contract/ids.ts'
import { isConversationInScope } from '../domain/scope.ts'
import type { Services } from './services.ts'

type Listable = Parameters<typeof isConversationInScope>[0]

interface ScopeServices {
  /** The sender, in a group. */
  writer?: string
  /** Replaces the scope of the settings. */
  scope?: RelayScope
}

export function isInScope(
  { guid, handle, is_group: isGroup, category }: Pick<Conversation, 'guid' | 'handle' | 'is_group' | 'category'>,
  { writer, scope }: ScopeServices,
  { settings, contacts }: Pick<Services, 'settings' | 'contacts'>,
): boolean {
  const { relay, whitelist, categories, self_handles: selfHandles } = settings.current()
  const chat = { isGroup, guid, identifier: handle, category } as Listable['chat']
  return isConversationInScope(
    { chat, handle: (isGroup ? (writer ?? null) : handle) as Handle | null },
    { scope: scope ?? relay.scope, selfHandles, ...whitelist, categories: categories.relayed },
    (one) => contacts.nameOf(one) !== undefined,
  )
}
