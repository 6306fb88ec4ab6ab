/** Lists the calls that a plugin may make: each with the tiers that have it, its arguments and its time limit. */
import { type Check, count, optional, text, type ValuesOf } from '../field-checks.ts'
import type { HostedTier } from '../protocol.ts'

/** Sending waits until the message has landed: `send.confirm_timeout_s`, at most a minute. */
const sendingMs = 75_000
const readingMs = 15_000

const official: readonly HostedTier[] = ['official']
const shortText: Check<string> = (value): value is string => text(value) && value.length <= 300

/** `delivery_id` names the delivery during which the call was made; it gets more time. */
const sending = { conversation_id: shortText, key: optional(shortText), delivery_id: optional(shortText) }

export const methods = {
  send_text: { tiers: official, limitMs: sendingMs, args: { ...sending, body: text } },
  /** A file is uploaded in pieces, each after the previous one was accepted. Returns `upload`. */
  open_upload: { tiers: official, limitMs: readingMs, args: {} },
  /** `data` is in base64. */
  write_upload: { tiers: official, limitMs: readingMs, args: { upload: count, data: text } },
  send_file: {
    tiers: official,
    limitMs: sendingMs,
    args: { ...sending, upload: count, mime: shortText, name: optional(shortText) },
  },
  /** Opens an attachment of a message in flight; `index` counts its attachments. Returns `file` and its `size`. */
  open_attachment: { tiers: official, limitMs: readingMs, args: { delivery_id: shortText, index: count } },
  /** Returns the next piece: `data` in base64, and whether it was the last. */
  read_attachment: { tiers: official, limitMs: readingMs, args: { file: count } },
  close_attachment: { tiers: official, limitMs: readingMs, args: { file: count } },
}

export type Methods = typeof methods
export type Method = keyof Methods
export type ArgsOf<M extends Method> = ValuesOf<Methods[M]['args']>
/** Plain JSON, once it is awaited. */
export type Answer = Record<string, unknown>

export const isMethod = (name: string): name is Method => Object.hasOwn(methods, name)
