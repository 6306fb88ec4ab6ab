/** Declares small shapes that several messages between a Mac and the hub share. */
import { Type } from '@sinclair/typebox'

/** An id of the journal, a ROWID, or a place in a stream. */
export const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const Short = Type.String({ minLength: 1, maxLength: 64 })
/** By these a Mac shows that it holds its session. */
export const Session = { session: Short, run: Type.Optional(Short) }
/** The bytes of a file that one message carries: nats-server takes a million. */
export const filePartBytes = 512 * 1024
