/** Decides which messages the user wants to have sent to the receiver. */
import type { InboundMessage } from '../../plugin-api/index.ts'
import type { Filter } from './settings.ts'

type Message = Pick<InboundMessage, 'sender' | 'group_name' | 'text' | 'kind'>

/** An empty list does not filter. */
export const isWanted = (message: Message, { senders, groups, contains, kinds }: Filter): boolean =>
  isFromWanted(message, senders, groups) &&
  (contains.length === 0 || contains.some((word) => folded(message.text ?? '').includes(folded(word)))) &&
  (kinds.length === 0 || kinds.includes(message.kind))

function isFromWanted({ sender, group_name }: Message, senders: string[], groups: string[]): boolean {
  if (senders.length === 0 && groups.length === 0) return true
  return isNamed(sender, senders) || (group_name !== null && isNamed(group_name, groups))
}

const isNamed = (name: string, names: string[]): boolean => names.some((one) => folded(one) === folded(name))

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase()
