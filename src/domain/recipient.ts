/** Resolves what a person writes as a recipient: a chat, an address, or a name where it means only one person. */
import { handleKind, sameHandle } from './handles.ts'
import { conversationsMeant } from './history/chat-guid.ts'
import { foldedWords } from './search/words.ts'

export type Recipient = { guid: string } | { handle: string }

/** Returns undefined for text that can only be a name. */
export function writtenAddress(written: string): Recipient | undefined {
  if (conversationsMeant(written).length > 0) return { guid: written }
  return handleKind(written) === 'alphanumeric' ? undefined : { handle: written }
}

export interface NamedAddress {
  name: string
  handle: string
}

/**
 * Returns the contacts that are meant: a whole name beats a part of one, and among one person's addresses the only one
 * that was ever written to beats the others.
 */
export function meantByName(
  written: string,
  found: readonly NamedAddress[],
  talkedTo: readonly string[],
): readonly NamedAddress[] {
  const whole = found.filter(({ name }) => folded(name) === folded(written))
  const meant = whole.length > 0 ? whole : found
  if (new Set(meant.map(({ name }) => folded(name))).size > 1) return meant
  const known = meant.filter(({ handle }) => talkedTo.some((each) => sameHandle(each, handle)))
  return known.length === 1 ? known : meant
}

const folded = (name: string): string => foldedWords(name).join(' ')
