/**
 * Declares a row of Messages' database for programs that keep a copy of it: decoded, but with tapbacks, system lines and
 * replies as rows of their own, under the numbers and names that Messages gave them.
 */
import { type Static, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { Defaulted, Limit, Moment, Nullable, OneOf, Rowid, Timestamp } from './fields.ts'

export const StoredAttachment = Type.Object({
  rowid: Type.Integer(),
  id: Type.String({ description: 'For `/api/v1/attachments/{id}`.' }),
  guid: Type.String(),
  original_guid: Nullable(Type.String()),
  uti: Nullable(Type.String()),
  mime_type: Nullable(Type.String()),
  name: Nullable(Type.String()),
  size: Type.Integer({ minimum: 0, description: 'Bytes' }),
  transfer_state: Type.Integer({ description: '5: complete.' }),
  is_there: Type.Boolean({ description: 'Whether its file lies on this Mac.' }),
  is_outgoing: Type.Boolean(),
  is_sticker: Type.Boolean(),
  is_hidden: Type.Boolean(),
  width: Nullable(Type.Integer(), 'Pixels, where known.'),
  height: Nullable(Type.Integer(), 'Pixels, where known.'),
})
export type StoredAttachment = Static<typeof StoredAttachment>

/** A stretch of `body` with what Messages has attached to it. */
const Run = Type.Object({
  start: Type.Integer({ minimum: 0, description: 'UTF-16 code units of `body`' }),
  length: Type.Integer({ minimum: 0 }),
  part: Nullable(Type.Integer(), 'The part of the message.'),
  attachment_guid: Nullable(Type.String()),
  mention: Nullable(Type.String(), 'The address of whoever is mentioned.'),
})

/** A version of one part of a message that was edited; the last one of a part is the current one. */
const Version = Type.Object({ part: Type.Integer(), text: Nullable(Type.String()), ts: Nullable(Timestamp()) })

export const StoredRow = Type.Object({
  rowid: Type.Integer({ description: 'On a hub: in the order in which rows came to it.' }),
  message_rowid: Type.Optional(
    Type.Integer({
      description:
        'On a hub: the `rowid` that its message, or that which a tapback is about, has elsewhere in this API.',
    }),
  ),
  guid: Type.String(),
  chat_rowid: Type.Integer({ description: 'The chat that it is in.' }),
  chat_guid: Type.String(),
  conversation_guid: Type.String({ description: 'The `guid` of its conversation, which may have several chats.' }),
  text: Nullable(Type.String(), 'Without the places of attachments; of an app balloon its words. Null for none.'),
  body: Nullable(Type.String(), 'With U+FFFC in the place of each attachment; null where there is no rich body.'),
  runs: Type.Array(Run, { description: 'Of `body`, in its order, without gaps.' }),
  subject: Nullable(Type.String()),
  is_from_me: Type.Boolean(),
  handle: Nullable(Type.String(), 'The address of the other person as Messages stores it.'),
  handle_rowid: Type.Integer({ description: '0 where there is none.' }),
  other_handle_rowid: Type.Integer({ description: 'Of a system line: whom it is about; 0 where there is none.' }),
  service: Type.String(),
  own_address: Nullable(Type.String(), 'The own address that it was sent from or came to.'),
  country: Nullable(Type.String()),
  sent_at: Timestamp(),
  delivered_at: Nullable(Timestamp()),
  read_at: Nullable(Timestamp()),
  played_at: Nullable(Timestamp()),
  edited_at: Nullable(Timestamp()),
  unsent_at: Nullable(Timestamp(), 'When all of it was unsent.'),
  flags: Type.Array(Type.String(), {
    description:
      'Its columns of yes or no that are set, by the names of Messages: `is_delivered`, `is_audio_message` …',
  }),
  error: Type.Integer({ description: '0: none.' }),
  item_type: Type.Integer({ description: '0: a message; otherwise a system line.' }),
  group_title: Nullable(Type.String()),
  group_action_type: Type.Integer(),
  share_status: Type.Integer(),
  share_direction: Type.Integer(),
  balloon_bundle_id: Nullable(Type.String()),
  has_payload: Type.Boolean(),
  effect_id: Nullable(Type.String()),
  associated_guid: Nullable(Type.String(), 'The message that a tapback is about, with the prefix of its part.'),
  associated_type: Type.Integer({ description: '2000 …: a tapback, 3000 …: one taken back; 0: none.' }),
  associated_emoji: Nullable(Type.String()),
  reply_to_guid: Nullable(Type.String(), 'Root of the thread that it answers in.'),
  reply_to_part: Nullable(Type.String()),
  part_count: Nullable(Type.Integer()),
  schedule_type: Type.Integer({ description: '2: Messages itself is to send it later; 0: none of that.' }),
  versions: Type.Array(Version, { description: 'Of an edited message, oldest first.' }),
  unsent_parts: Type.Array(Type.Integer()),
  attachments: Type.Array(StoredAttachment),
})
export type StoredRow = Static<typeof StoredRow>

const listOfGuids = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 60_000, description }))

/** Selects rows; a condition that is left out does not matter. */
const rowFilter = {
  conversation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'A GUID of the conversation, or the ROWID of one of its chats.',
    }),
  ),
  after_rowid: Type.Optional(Type.Integer({ minimum: 0, description: 'Only later rows.' })),
  before_rowid: Type.Optional(Rowid),
  since: Type.Optional(Moment('ISO 8601 UTC: only rows of this moment or later.')),
  until: Type.Optional(Moment('ISO 8601 UTC: only rows of this moment or earlier.')),
  changed_since: Type.Optional(
    Moment('ISO 8601 UTC: only rows that were delivered, read, played, edited or unsent at this moment or later.'),
  ),
  guids: listOfGuids('Only the rows with these GUIDs, separated by commas.'),
  about: listOfGuids(
    'Only what belongs to the messages with these GUIDs, separated by commas: tapbacks, votes, and answers in their threads.',
  ),
  reactions: Type.Optional(
    OneOf(['with', 'without', 'only'], 'Whether tapbacks are among them; `with` when left out.'),
  ),
  scheduled: Type.Optional(
    OneOf(
      ['with', 'without', 'only'],
      'Whether messages that Messages itself is to send later are among them; `without` when left out.',
    ),
  ),
  from_me: Type.Optional(Type.Boolean()),
  handle: Type.Optional(
    Type.String({ minLength: 1, maxLength: 320, description: 'Only rows with this address as their `handle`.' }),
  ),
}

export const RowQuery = fields({
  ...rowFilter,
  order: Defaulted(OneOf(['date', 'rowid'], 'By when they were written, or by when this Mac stored them.'), 'date'),
  newest_first: Defaulted(Type.Boolean(), true),
  limit: Limit(100, 1_000),
  offset: Defaulted(Type.Integer({ minimum: 0, maximum: 100_000_000 }), 0),
  belonging: Type.Optional(
    Type.Boolean({ description: 'Whether `belonging` comes along, which saves two further requests.' }),
  ),
})

export type RowQuery = Static<typeof RowQuery>

export const RowPage = Type.Object({
  rows: Type.Array(StoredRow),
  more: Type.Boolean({ description: 'Whether there are further rows in this order.' }),
  belonging: Type.Optional(
    Type.Array(StoredRow, {
      description:
        'On demand: the tapbacks on these rows, whenever they came, and the roots of the threads that these rows answer in, as far as they are not among the rows.',
    }),
  ),
  newest_rowid: Type.Integer({
    minimum: 0,
    description: 'Of all rows, so that a program knows up to where it has asked.',
  }),
})
export type RowPage = Static<typeof RowPage>

export const RowFilter = fields(rowFilter)
/** Selects rows, for those who find and count them. */
export type RowFilter = Static<typeof RowFilter>

export const RowCount = Type.Object({ total: Type.Integer({ minimum: 0 }) })
export type RowCount = Static<typeof RowCount>

export const StoredHandle = Type.Object({
  rowid: Type.Integer(),
  address: Type.String(),
  service: Type.String(),
  country: Nullable(Type.String()),
  uncanonicalized: Nullable(Type.String(), 'As it was typed.'),
})
export type StoredHandle = Static<typeof StoredHandle>

export const HandleQuery = fields({
  limit: Limit(100, 1_000),
  offset: Defaulted(Type.Integer({ minimum: 0, maximum: 100_000_000 }), 0),
  address: Type.Optional(
    Type.String({ minLength: 1, maxLength: 320, description: 'Only those of this address, in any spelling.' }),
  ),
})
export type HandleQuery = Static<typeof HandleQuery>

export const StoredTotals = Type.Object({
  messages: Type.Integer({ minimum: 0 }),
  conversations: Type.Integer({ minimum: 0 }),
  handles: Type.Integer({ minimum: 0 }),
  attachments: Type.Integer({ minimum: 0 }),
  images: Type.Integer({ minimum: 0 }),
  videos: Type.Integer({ minimum: 0 }),
  locations: Type.Integer({ minimum: 0 }),
})
export type StoredTotals = Static<typeof StoredTotals>
