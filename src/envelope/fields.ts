/** Declares small shapes that several messages between a Mac and the hub share. */
import { Type } from '@sinclair/typebox'

/** An id of the journal, a ROWID, or a position in a stream. */
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const Short = Type.String({ minLength: 1, maxLength: 64 })
/** The fields with which a Mac proves that it holds its session. */
export const Session = { session: Short, run: Type.Optional(Short) }
/** The most bytes of a file that one message carries: nats-server accepts a million. */
export const filePartBytes = 512 * 1024
