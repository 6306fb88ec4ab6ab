/**
 * Decides which messages of all lines go to the plugins and rules of a hub: by the scope, the whitelist and the categories in
 * the hub's own settings, as a Mac decides it by its own.
 */
import type { Config } from '../../contract/config.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { ChatGuid, Handle } from '../../contract/ids.ts'
import { type OutOfScope, outOfScope } from '../../domain/scope.ts'

/** The properties of a message that decide. */
export interface ScopedMessage {
  /** With the GUID that it has on the hub. */
  conversation: Pick<Conversation, 'guid' | 'handle' | 'is_group' | 'category'>
  isFromMe: boolean
  /** The address of who wrote it. */
  handle: string
  /** The name of who wrote it, or the address where the line knows no name. */
  sender: string
}

export type ScopeConfig = Pick<Config, 'relay' | 'whitelist' | 'categories' | 'self_handles'>

/** Returns undefined when the message is in scope, else why it is not. */
export function outOfHubScope(message: ScopedMessage, config: ScopeConfig): OutOfScope | undefined {
  const { conversation, isFromMe, handle, sender } = message
  const { guid, handle: identifier, is_group: isGroup, category } = conversation
  // Macs show blocked conversations to nobody.
  const chat = { guid: guid as ChatGuid, identifier, isGroup, category, isBlocked: false }
  return outOfScope(
    { chat, handle: handle as Handle, isFromMe },
    {
      ...config.whitelist,
      scope: config.relay.scope,
      selfHandles: config.self_handles,
      categories: config.categories.relayed,
    },
    // A line has names for those who are in its contacts.
    () => sender !== handle,
  )
}
