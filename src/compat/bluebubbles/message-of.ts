/** Turns stored rows and their attachments into the messages that clients of a BlueBubbles server read. */
import type { StoredAttachment, StoredHandle, StoredRow } from '../../contract/stored-row.ts'
import { chatIdentifierOf, epochMs, hasFlag, isGroupGuid, reactionOf } from '../wire/row-values.ts'
import type {
  AttributedBody,
  BlueBubblesAttachment,
  BlueBubblesChat,
  BlueBubblesHandle,
  BlueBubblesMessage,
} from './shapes.ts'

/** `notification` is the shorter form of webhooks. */
export type Form = 'full' | 'notification'

export interface MessageOptions {
  form?: Form
  /** Its chats; the field is left out without them. */
  chats?: BlueBubblesChat[]
  /** Finds a handle by its ROWID, for what the row itself does not tell of it. */
  handleOf?(rowid: number): StoredHandle | undefined
  /** Whether the rich body is written out; null otherwise. */
  attributedBody?: boolean
  /** Whether earlier versions and parts that were unsent are written out; null otherwise. */
  summary?: boolean
  /** Whether attachments are listed; an empty list otherwise. */
  attachments?: boolean
  tempGuid?: string | undefined
}

export function messageOf(row: StoredRow, options: MessageOptions = {}): BlueBubblesMessage {
  const { form = 'full', chats, attachments = true, tempGuid } = options
  return {
    ...(tempGuid !== undefined && { tempGuid }),
    originalROWID: row.rowid,
    guid: row.guid,
    text: textOf(row),
    attributedBody: options.attributedBody ? attributedBodyOf(row) : null,
    handle: handleIn(row, options),
    handleId: row.handle_rowid,
    otherHandle: row.other_handle_rowid,
    attachments: attachments ? row.attachments.map((each) => attachmentOf(each, form)) : [],
    subject: row.subject,
    error: row.error,
    dateCreated: epochMs(row.sent_at),
    dateRead: epochMs(row.read_at),
    dateDelivered: epochMs(row.delivered_at),
    isDelivered: hasFlag(row, 'is_delivered'),
    isFromMe: row.is_from_me,
    hasDdResults: hasFlag(row, 'has_dd_results'),
    isArchived: hasFlag(row, 'is_archive') || hasFlag(row, 'is_archived'),
    itemType: row.item_type,
    groupTitle: row.group_title,
    groupActionType: row.group_action_type,
    balloonBundleId: row.balloon_bundle_id,
    associatedMessageGuid: row.associated_guid,
    associatedMessageType: reactionOf(row.associated_type),
    expressiveSendStyleId: row.effect_id,
    threadOriginatorGuid: row.reply_to_guid,
    hasPayloadData: row.has_payload,
    ...(form === 'full' && stateOf(row)),
    ...(chats !== undefined && { chats }),
    messageSummaryInfo: options.summary ? summaryOf(row) : null,
    payloadData: null,
    dateEdited: epochMs(row.edited_at),
    dateRetracted: epochMs(row.unsent_at),
    partCount: row.part_count,
  }
}

/** Fields that webhooks leave out. */
const stateOf = (row: StoredRow) => ({
  country: row.country,
  isDelayed: hasFlag(row, 'is_delayed'),
  isAutoReply: hasFlag(row, 'is_auto_reply'),
  isSystemMessage: hasFlag(row, 'is_system_message'),
  isServiceMessage: hasFlag(row, 'is_service_message'),
  isForward: hasFlag(row, 'is_forward'),
  threadOriginatorPart: row.reply_to_part,
  isCorrupt: hasFlag(row, 'is_corrupt'),
  datePlayed: epochMs(row.played_at),
  cacheRoomnames: isGroupGuid(row.chat_guid) ? chatIdentifierOf(row.chat_guid) : null,
  isSpam: hasFlag(row, 'is_spam'),
  isExpired: hasFlag(row, 'is_expirable'),
  timeExpressiveSendPlayed: null,
  isAudioMessage: hasFlag(row, 'is_audio_message'),
  replyToGuid: null,
  shareStatus: row.share_status,
  shareDirection: row.share_direction,
  wasDeliveredQuietly: hasFlag(row, 'was_delivered_quietly'),
  didNotifyRecipient: hasFlag(row, 'did_notify_recipient'),
})

const objectReplacement = /\uFFFC/g

/** A message of attachments alone has an empty text; a system line has none. */
function textOf({ text, body }: StoredRow): string | null {
  const written = text ?? body
  return written === null ? null : written.replaceAll(objectReplacement, '').trim()
}

function handleIn(row: StoredRow, { handleOf }: MessageOptions): BlueBubblesHandle | null {
  if (row.handle_rowid === 0) return null
  const stored = handleOf?.(row.handle_rowid)
  if (stored !== undefined) return handleFrom(stored)
  if (row.handle === null) return null
  return {
    originalROWID: row.handle_rowid,
    address: row.handle,
    service: row.service,
    uncanonicalizedId: null,
    country: row.country,
  }
}

export const handleFrom = ({ rowid, address, service, country, uncanonicalized }: StoredHandle): BlueBubblesHandle => ({
  originalROWID: rowid,
  address,
  service,
  uncanonicalizedId: uncanonicalized,
  country,
})

/** Null where there is no rich body: clients then show the text. */
function attributedBodyOf({ body, runs }: StoredRow): AttributedBody[] | null {
  if (body === null) return null
  return [
    {
      string: body,
      runs: runs.map(({ start, length, part, attachment_guid, mention }) => ({
        range: [start, length],
        attributes: {
          ...(part !== null && { __kIMMessagePartAttributeName: part }),
          ...(attachment_guid !== null && { __kIMFileTransferGUIDAttributeName: attachment_guid }),
          ...(mention !== null && { __kIMMentionConfirmedMention: mention }),
        },
      })),
    },
  ]
}

/** Null for a message of which nothing was edited or unsent. */
function summaryOf({ versions, unsent_parts }: StoredRow): Record<string, unknown>[] | null {
  if (versions.length === 0 && unsent_parts.length === 0) return null
  const byPart = Map.groupBy(versions, ({ part }) => String(part))
  const contents = [...byPart].map(([part, all]) => [
    part,
    all.map(({ text, ts }) => ({
      text: { values: text === null ? [] : [{ string: text, runs: [] }] },
      date: epochMs(ts),
    })),
  ])
  return [
    {
      retractedParts: unsent_parts,
      editedContent: Object.fromEntries(contents),
      editedParts: [...byPart.keys()].map(Number),
      originalTextRange: {},
    },
  ]
}

export function attachmentOf(stored: StoredAttachment, form: Form = 'full'): BlueBubblesAttachment {
  return {
    originalROWID: stored.rowid,
    guid: stored.guid,
    uti: stored.uti,
    mimeType: stored.mime_type,
    transferName: stored.name,
    totalBytes: stored.size,
    ...(form === 'full' && {
      transferState: stored.transfer_state,
      isOutgoing: stored.is_outgoing,
      hideAttachment: stored.is_hidden,
      isSticker: stored.is_sticker,
      originalGuid: stored.original_guid,
      hasLivePhoto: false,
    }),
    height: stored.height ?? 0,
    width: stored.width ?? 0,
    metadata: sizeOf(stored),
  }
}

const sizeOf = ({ width, height }: StoredAttachment): { width: number; height: number } | null =>
  width === null || height === null ? null : { width, height }
