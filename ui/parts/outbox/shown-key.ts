/** Finds the key of the conversation whose pending sends an address shows. */
import { conversationKey } from '../../outbox/outbox.ts'
import { decodedPart, patterns } from '../../routes.ts'

export function shownKey(path: string, search: string): string | undefined {
  const [, guid] = /^\/c\/([^/]+)/.exec(path) ?? []
  if (guid !== undefined) return conversationKey(decodedPart(guid))
  const to = path === patterns.newMessage ? new URLSearchParams(search).get('to') : null
  return to === null ? undefined : conversationKey(to)
}
