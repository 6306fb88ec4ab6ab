/**
 * Declares what the hub has a Mac do at once, since it cannot wait: changes of messages have little time, and nobody waits
 * for a picture. Nothing of it is kept anywhere: a Mac that is away is not asked.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Count } from './fields.ts'

/** The endpoints of the Mac that the hub may ask. */
export const askableEndpoints = [
  'edit_message',
  'unsend_message',
  'change_tapback',
  'set_typing',
  'cancel_send',
  'mark_read',
  'get_attachment',
  'contact_avatar',
] as const
export type AskableEndpoint = (typeof askableEndpoints)[number]

/** Whether the Mac is there. It is answered before anything is asked that may be done and not be answered. */
export const presence = 'here'

export const MacQuestion = Type.Object({
  /** Unix milliseconds by the clock of the hub: afterwards nobody waits for it any more. */
  until_ms: Count,
  /** The input, as the endpoint takes it. */
  input: Type.Record(Type.String(), Type.Unknown()),
  /** The message that is meant, in the place of its ROWID, which may be another by now, and of its conversation. */
  message: Type.Optional(Type.String({ maxLength: 512 })),
  /** The part of a file. */
  offset: Type.Optional(Count),
})
export type MacQuestion = Static<typeof MacQuestion>

export const MacAnswer = Type.Union([
  Type.Object({ ok: Type.Unknown() }),
  Type.Object({
    error: Type.Object({
      code: Type.String({ maxLength: 64 }),
      message: Type.String({ maxLength: 4_000 }),
      details: Type.Record(Type.String(), Type.Unknown()),
    }),
  }),
])
export type MacAnswer = Static<typeof MacAnswer>

/** The facts about a file that come with each part of it, as headers of the answer. */
export const partHeaders = ['content-type', 'content-disposition', 'etag'] as const
/** The size of the whole file. */
export const sizeHeader = 'file-size'
