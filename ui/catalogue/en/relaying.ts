/** English texts of whether a conversation is relayed. */
import type { Texts } from '../text.ts'

export const relaying = {
  'relaying.relay': 'Relay to plugins',
  'relaying.own': 'Your messages to yourself are always relayed.',
  'relaying.everyone': 'Everyone is relayed right now, so this has no effect.',
  'relaying.listed_anyway':
    'Everyone is relayed right now. This conversation is relayed even if Messages filters it as spam.',
  'relaying.contact': 'Your contacts are relayed right now, so this has no effect.',
  'relaying.group_of_contacts': 'Only your contacts are relayed here. Turn this on to relay the whole group.',
  'relaying.junk': 'Filtered as spam by Messages, so not relayed.',
  'relaying.listed': 'On the list of relayed people and groups.',
  'relaying.not_listed': 'Only chosen people and groups are relayed.',
  'relaying.not_contact': 'Only contacts and chosen people are relayed.',
  'relaying.who': 'Relayed people',
} as const satisfies Texts
