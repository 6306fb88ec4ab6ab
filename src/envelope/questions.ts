/**
 * Declares what the hub asks a Mac for at once because it cannot wait: messages can be changed only for a short time,
 * and nobody waits long for a picture. Nothing is kept anywhere: a Mac that is away is not asked.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Count } from './fields.ts'

/** The endpoints of the Mac that the hub may call. */
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

/** Asks whether the Mac is there. This comes first, so that nothing is asked that may be done and never be answered. */
export const presence = 'here'

export const MacQuestion = Type.Object({
  /** Unix milliseconds by the clock of the hub, after which nobody waits for the answer. */
  until_ms: Count,
  /** The input of the endpoint. */
  input: Type.Record(Type.String(), Type.Unknown()),
  /** The GUID of the message, in the place of its ROWID, which may have changed, and of its conversation. */
  message: Type.Optional(Type.String({ maxLength: 512 })),
  /** The position of the part in the file. */
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
