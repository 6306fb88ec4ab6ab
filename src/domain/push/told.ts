/** Decides which messages a browser is notified of, and how much of them leaves the Mac for it. */
import { visible } from '../../base/visible.ts'
import type { Category } from '../../contract/categories.ts'
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'
import type { PushChoices, PushedMessage } from '../../contract/push.ts'
import { sameHandle } from '../handles.ts'

export interface News {
  conversation: Pick<
    Conversation,
    'handle' | 'display_name' | 'is_group' | 'participants' | 'category' | 'muted' | 'unread_count'
  >
  message: Pick<Message, 'is_from_me' | 'read_at' | 'ts' | 'sender' | 'text'>
}

/** An older message is no news any more; a push service keeps a notification for no longer. */
export const newsForMs = 24 * 3_600_000

interface Circumstances {
  nowMs: number
  shownCategories: readonly Category[]
}

/** Returns false for what was read meanwhile, on the Mac or on a page. */
export function isTold(
  { people, muted }: Pick<PushChoices, 'people' | 'muted'>,
  { conversation, message }: News,
  { nowMs, shownCategories }: Circumstances,
): boolean {
  if (message.is_from_me || message.read_at !== null || conversation.unread_count === 0) return false
  if (nowMs - Date.parse(message.ts) > newsForMs || !shownCategories.includes(conversation.category)) return false
  if (isMuted(muted, conversation)) return false
  return people === null || isAmong(people, conversation)
}

/** Only a signed-in browser can decide about a waiting message; without a password nobody can. */
export const isToldOfHeld = ({
  owner,
  choices,
}: {
  owner: { via: string }
  choices: Pick<PushChoices, 'held'>
}): boolean => owner.via === 'session' && choices.held

/** Counts as the page does on its icon. */
export const unreadIn = (conversations: readonly News['conversation'][], muted: readonly string[]): number =>
  conversations
    .filter((conversation) => !isMuted(muted, conversation))
    .reduce((sum, { unread_count }) => sum + unread_count, 0)

const isMuted = (muted: readonly string[], conversation: News['conversation']): boolean =>
  conversation.muted || isAmong(muted, conversation)

/** A person may be named by any of the conversation's addresses. */
function isAmong(named: readonly string[], { handle, is_group, participants }: News['conversation']): boolean {
  const own = is_group ? [handle] : [handle, ...participants.map((one) => one.handle)]
  return named.some((name) => own.some((each) => each === name || (!is_group && sameHandle(each, name))))
}

const longestText = 1_200
const longestName = 200

/** Returns only what the level shows: the rest does not leave the Mac, sealed or not. */
export function shownOf(
  level: PushChoices['level'],
  { conversation, message }: News,
): Pick<PushedMessage, 'name' | 'is_group' | 'sender' | 'text'> {
  if (level === 'private') return {}
  const name = shortened(conversation.display_name, longestName)
  if (level === 'sender') return { name }
  return {
    name,
    is_group: conversation.is_group,
    sender: shortened(message.sender, longestName),
    text: shortened(message.text, longestText),
  }
}

export interface HeldNews {
  asker: string
  /** The recipient. */
  name: string
  /** The text, or the name of the file. */
  text: string
}

/** The same of a message that waits for the owner, with what hides in it made visible. */
export function heldShownOf(level: PushChoices['level'], { asker, name, text }: HeldNews): Partial<HeldNews> {
  if (level === 'private') return {}
  const who = { asker: shortened(visible(asker), longestName), name: shortened(visible(name), longestName) }
  return level === 'sender' ? who : { ...who, text: shortened(visible(text), longestText) }
}

/** Shortens a text so that it takes at most so many bytes as JSON, and ends it with an ellipsis then. */
export function shortened(text: string, mostBytes: number): string {
  if (jsonBytes(text) <= mostBytes) return text
  let kept = text.slice(0, mostBytes)
  while (jsonBytes(kept) > mostBytes) kept = kept.slice(0, Math.floor(kept.length * 0.9))
  return `${kept.replace(/[\uD800-\uDBFF]$/, '')}…`
}

const jsonBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length
