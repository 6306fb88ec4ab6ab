/** Declares the identifiers of the system as types of their own, so that one cannot be used in place of another. */

declare const brand: unique symbol
type Id<Base, Name extends string> = Base & { readonly [brand]: Name }

/** A phone number (E.164 where Messages knows it), e-mail address or short code, as Messages writes it. */
export type Handle = Id<string, 'Handle'>
/** `chat.guid` of chat.db. Opaque: macOS 26 rewrote every one of them in place. */
export type ChatGuid = Id<string, 'ChatGuid'>
/** `message.guid` of chat.db. */
export type MessageGuid = Id<string, 'MessageGuid'>
/**
 * ROWID of a message in chat.db: grows, has gaps, says nothing about time, and starts again when the database is
 * rebuilt.
 */
export type RowId = Id<number, 'RowId'>
/**
 * Identifies a person or group under all spellings of its chat guid: `dm:<handle>` or `group:<chat identifier>`. It
 * never leaves the service.
 */
export type ConversationKey = Id<string, 'ConversationKey'>
/** The opaque UUID under which one plugin knows a conversation; it differs for each plugin and never changes. */
export type ConversationId = Id<string, 'ConversationId'>
/** Identifies one message for one integration; the same on every attempt. */
export type DeliveryId = Id<string, 'DeliveryId'>
/** An entry of the journal, and `id:` of the event streams; only ever grows. */
export type EventId = Id<number, 'EventId'>
