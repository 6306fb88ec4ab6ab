/** Declares who is relayed while the scope is `whitelist`. */
import { type Static, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { Nullable, OneOf, Timestamp } from './fields.ts'

export const WhitelistEntry = Type.Object({
  handle: Type.String({ description: 'Address, or chat GUID of a group.' }),
  addresses: Type.Array(Type.String(), {
    description: 'The addresses of the person that this entry stands for; empty for a group.',
  }),
  other_addresses: Type.Array(Type.String(), {
    description:
      'Addresses that the same person has in Contacts and that are not on the whitelist, such as one that the card gained later. Adding the person again adds them.',
  }),
  kind: OneOf(['handle', 'group']),
  display_name: Type.String(),
  avatar_url: Nullable(Type.String(), 'Path on this service; null where there is no picture.'),
  last_message_ts: Nullable(Timestamp(), 'Of the last message with them, either way; null where there is none.'),
})
export type WhitelistEntry = Static<typeof WhitelistEntry>

export const AddedToWhitelist = Type.Composite([
  WhitelistEntry,
  Type.Object({
    added: Type.Boolean({
      description:
        'False where the whitelist had this person or group already, in this or another writing: the entry is the one it has.',
    }),
  }),
])
export type AddedToWhitelist = Static<typeof AddedToWhitelist>

export const RemovedFromWhitelist = Type.Composite([
  WhitelistEntry,
  Type.Object({
    removed: Type.Boolean({ description: 'False where the whitelist had no such entry in any writing.' }),
  }),
])
export type RemovedFromWhitelist = Static<typeof RemovedFromWhitelist>

/** A sender whose recent messages were not relayed, with their number. */
export const BlockedSender = Type.Composite([
  WhitelistEntry,
  Type.Object({
    reason: OneOf(
      ['out_of_scope', 'junk'],
      '`junk`: Messages files it under a category that is not relayed, or its sender is blocked there.',
    ),
    messages: Type.Integer({ description: 'How many of the messages that came in last.' }),
  }),
])
export type BlockedSender = Static<typeof BlockedSender>

export const WhitelistChange = fields({
  handle: Type.String({
    minLength: 1,
    maxLength: 512,
    description:
      'A phone number in any writing, an e-mail address, the name of a person in Contacts, or the name or chat GUID of a group. A person is meant with all addresses that nobody else has in Contacts.',
  }),
})
