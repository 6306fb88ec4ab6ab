/** Chooses the words of a row: the conversation's title and its preview. */
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'

const firstNames = 3

/** A group without a name is titled with the first names of its members. */
export function titleOf({ is_group, display_name, participants }: Conversation): string {
  const names = participants.map(({ name }) => name)
  if (!is_group || names.length < 2 || !isMadeOf(display_name, names)) return display_name
  const shown = names.slice(0, firstNames).map(firstNameOf).join(', ')
  return names.length > firstNames ? `${shown} +${names.length - firstNames}` : shown
}

/** The service also names such a group after its members, so the title is compared with their names. */
const isMadeOf = (title: string, names: readonly string[]): boolean =>
  title.startsWith(names[0] ?? '') && names.slice(0, firstNames).every((name) => title.includes(name))

/** Shortens a name to its first word, but never a number or an address. */
const firstNameOf = (name: string): string => (/^\p{L}[^@]*$/u.test(name) ? (name.split(/\s+/)[0] ?? name) : name)

export interface Preview {
  /** `You:`, the first name of the group member who wrote, or `Draft:`. */
  from: string | undefined
  text: string
  isDraft: boolean
}

export function previewOf(conversation: Conversation, draft: string | undefined): Preview {
  const { last_message, last_message_is_from_me, last_message_sender, is_group } = conversation
  if (draft !== undefined && draft.trim() !== '')
    return { from: t('list.draft'), text: firstLine(draft), isDraft: true }
  const from = last_message_is_from_me
    ? t('list.you')
    : is_group && last_message_sender !== null && last_message !== ''
      ? t('list.sender', { name: firstNameOf(last_message_sender) })
      : undefined
  // The service's words for a message that was unsent name who did it.
  const isNamed = last_message === '' || last_message.endsWith(' unsent a message.')
  return { from: isNamed ? undefined : from, text: firstLine(last_message), isDraft: false }
}

const longest = 200

const firstLine = (text: string): string => text.slice(0, longest).replaceAll(/\s+/g, ' ').trim()

export const badgeOf = (unread: number): string => (unread > 99 ? '99+' : String(unread))
