/** Finds the draft of a conversation, whichever of its chats it was written in. */

/** A conversation and the addresses of its person; a group has none. */
export interface DraftPlace {
  guid: string
  addresses: readonly string[]
}

/** Finds what was written in the conversation, or before that in a chat of another address of the same person. */
export function foundAt<T>(drafts: ReadonlyMap<string, T>, { guid, addresses }: DraftPlace): [string, T] | undefined {
  const here = drafts.get(guid)
  if (here !== undefined) return [guid, here]
  return [...drafts].find(([other]) => addresses.some((address) => address === addressIn(other)))
}

/** The GUID of a chat with one person names the service and the address: `iMessage;-;+12025550123`. */
const addressIn = (guid: string): string | undefined => guid.split(';-;')[1]
