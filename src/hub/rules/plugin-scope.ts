/**
 * Decides which messages of all lines go to the plugins and rules of a hub, by the scope, the whitelist and the
 * categories in the hub's own settings, as a Mac does by its settings.
 */
import type { Config } from '../../contract/config.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { ChatGuid, Handle } from '../../contract/ids.ts'
import { type OutOfScope, outOfScope } from '../../domain/scope.ts'

/** The properties of a message that decide. */
export interface ScopedMessage {
  /** The conversation under its GUID on the hub. */
  conversation: Pick<Conversation, 'guid' | 'handle' | 'is_group' | 'category'>
  isFromMe: boolean
  /** The address of the sender. */
  handle: string
  /** The name of the sender, or the address if the line knows no name. */
  sender: string
}

export type ScopeConfig = Pick<Config, 'relay' | 'whitelist' | 'categories' | 'self_handles'>

/** Returns undefined if the message is in scope, else the reason why it is not. */
export function outOfHubScope(message: ScopedMessage, config: ScopeConfig): OutOfScope | undefined {
  const { conversation, isFromMe, handle, sender } = message
  const { guid, handle: identifier, is_group: isGroup, category } = conversation
  // Macs never show blocked conversations.
  const chat = { guid: guid as ChatGuid, identifier, isGroup, category, isBlocked: false }
  return outOfScope(
    { chat, handle: handle as Handle, isFromMe },
    {
      ...config.whitelist,
      scope: config.relay.scope,
      selfHandles: config.self_handles,
      categories: config.categories.relayed,
    },
    // A line knows names for the people in its contacts.
    () => sender !== handle,
  )
}
