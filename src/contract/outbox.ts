/** Declares sends that wait for their owner, and what the owner decides about them. */
import { type Static, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { Defaulted, Nullable, OneOf, Timestamp } from './fields.ts'
import { longestText } from './limits.ts'

/** The most sends of one key or rule that may wait at once; more are refused. */
export const mostHeldOfOne = 50
/** How long a send waits for its owner. */
export const heldHours = 24

export const HeldSend = Type.Object({
  id: Type.String({ description: 'The id of the send.' }),
  version: Type.String({
    description:
      'Identifies the recipient, text, file and time as they are shown here. A release must name this version.',
  }),
  asker: Type.Object({
    is: OneOf(['key', 'rule'], 'An API key, or an automation rule that holds its reply.'),
    id: Type.String(),
    name: Type.String({ description: 'The label of the key, or the name of the rule, when it asked.' }),
  }),
  reason: Nullable(Type.String(), 'The reason that the program gave. It is not checked.'),
  kind: OneOf(['text', 'file']),
  handle: Type.String({
    description: 'The recipient: a phone number or an e-mail address, or the chat identifier of a group.',
  }),
  chat_guid: Nullable(Type.String(), 'Null while the recipient has no chat yet.'),
  name: Nullable(Type.String(), 'The name of the recipient in Contacts, or of the group.'),
  service: Nullable(Type.String(), 'The only service that the message can be sent by; null if Messages chooses.'),
  text: Nullable(Type.String()),
  file_name: Nullable(Type.String()),
  send_at: Nullable(Timestamp(), 'When the message is to be sent; null to send it on release.'),
  created_at: Timestamp(),
  expires_at: Timestamp('When the message fails, unless somebody has decided by then.'),
})
export type HeldSend = Static<typeof HeldSend>

export const ReleaseHeld = fields({
  version: Type.String({ minLength: 1, maxLength: 100, description: 'The version of the send that was shown.' }),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: longestText, description: 'The text to send instead.' })),
  always: Defaulted(
    Type.Boolean({
      description: 'Also lets this key write to this person or group from now on without asking; not for a rule.',
    }),
    false,
  ),
})
