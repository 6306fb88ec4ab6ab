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
  id: Type.String({ description: 'The same as that of its send.' }),
  version: Type.String({
    description:
      'Stands for the recipient, the text, the file and the time as they are shown here. A release names it.',
  }),
  asker: Type.Object({
    is: OneOf(['key', 'rule'], 'An API key, or an automation rule that holds its reply.'),
    id: Type.String(),
    name: Type.String({ description: 'The label of the key, or the name of the rule, when it asked.' }),
  }),
  reason: Nullable(Type.String(), 'What the program says about why. Nobody has checked it.'),
  kind: OneOf(['text', 'file']),
  handle: Type.String({ description: 'Whom it would go to; of a group its chat identifier.' }),
  chat_guid: Nullable(Type.String(), 'Null for a person who was never written to.'),
  name: Nullable(Type.String(), 'The name of the recipient in Contacts, or of the group.'),
  service: Nullable(Type.String(), 'By which alone it may go.'),
  text: Nullable(Type.String()),
  file_name: Nullable(Type.String()),
  send_at: Nullable(Timestamp(), 'When it is to be sent; null for at once.'),
  created_at: Timestamp(),
  expires_at: Timestamp('When it fails, unless somebody has decided by then.'),
})
export type HeldSend = Static<typeof HeldSend>

export const ReleaseHeld = fields({
  version: Type.String({ minLength: 1, maxLength: 100, description: 'That of the send as it was shown.' }),
  text: Type.Optional(
    Type.String({ minLength: 1, maxLength: longestText, description: 'What is sent instead of its text.' }),
  ),
  always: Defaulted(
    Type.Boolean({
      description: 'Also lets this key write to this person or group from now on without asking; not for a rule.',
    }),
    false,
  ),
})
