/**
 * Declares what the clients of a BlueBubbles server read: messages, chats, handles, attachments and contacts. All times
 * are whole milliseconds since 1970, since some clients decode into typed structures.
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'

const exact = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const OrNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const [Text, Yes, Whole] = [Type.String(), Type.Boolean(), Type.Integer()]
const TextOrNull = OrNull(Text)
const TimeOrNull = OrNull(Whole)

export const BlueBubblesHandle = exact({
  originalROWID: Whole,
  address: Text,
  service: Text,
  uncanonicalizedId: TextOrNull,
  country: TextOrNull,
})
export type BlueBubblesHandle = Static<typeof BlueBubblesHandle>

const attachmentCore = {
  originalROWID: Whole,
  guid: Text,
  uti: TextOrNull,
  mimeType: TextOrNull,
  transferName: TextOrNull,
  totalBytes: Whole,
}
/** Left out where little is to be sent: in webhooks. */
const attachmentState = {
  transferState: Whole,
  isOutgoing: Yes,
  hideAttachment: Yes,
  isSticker: Yes,
  originalGuid: TextOrNull,
  hasLivePhoto: Yes,
}
const attachmentSize = {
  height: Whole,
  width: Whole,
  metadata: OrNull(Type.Object({}, { additionalProperties: true })),
}
export const BlueBubblesAttachment = exact({
  ...attachmentCore,
  ...Object.fromEntries(Object.entries(attachmentState).map(([name, schema]) => [name, Type.Optional(schema)])),
  ...attachmentSize,
})
export type BlueBubblesAttachment = Static<ReturnType<typeof exact<typeof attachmentCore & typeof attachmentSize>>> &
  Partial<Static<ReturnType<typeof exact<typeof attachmentState>>>>

const bodyRun = exact({
  range: Type.Tuple([Whole, Whole]),
  attributes: Type.Record(Text, Type.Union([Text, Whole])),
})
const attributedBody = exact({ string: Text, runs: Type.Array(bodyRun) })
export type AttributedBody = Static<typeof attributedBody>

const chatCore = {
  originalROWID: Whole,
  guid: Text,
  style: Type.Union([Type.Literal(43), Type.Literal(45)]),
  chatIdentifier: Text,
  isArchived: Yes,
  displayName: Text,
}
const chatState = {
  isFiltered: Yes,
  groupId: TextOrNull,
  properties: OrNull(Type.Array(Type.Object({}, { additionalProperties: true }))),
  lastAddressedHandle: TextOrNull,
}

const messageCore = {
  originalROWID: Whole,
  guid: Text,
  text: TextOrNull,
  attributedBody: OrNull(Type.Array(attributedBody)),
  handle: OrNull(BlueBubblesHandle),
  handleId: Whole,
  otherHandle: Whole,
  attachments: Type.Array(BlueBubblesAttachment),
  subject: TextOrNull,
  error: Whole,
  dateCreated: TimeOrNull,
  dateRead: TimeOrNull,
  dateDelivered: TimeOrNull,
  isDelivered: Yes,
  isFromMe: Yes,
  hasDdResults: Yes,
  isArchived: Yes,
  itemType: Whole,
  groupTitle: TextOrNull,
  groupActionType: Whole,
  balloonBundleId: TextOrNull,
  associatedMessageGuid: TextOrNull,
  associatedMessageType: TextOrNull,
  expressiveSendStyleId: TextOrNull,
  threadOriginatorGuid: TextOrNull,
  hasPayloadData: Yes,
  messageSummaryInfo: OrNull(Type.Array(Type.Object({}, { additionalProperties: true }))),
  payloadData: OrNull(Type.Array(Type.Object({}, { additionalProperties: true }))),
  dateEdited: TimeOrNull,
  dateRetracted: TimeOrNull,
  partCount: OrNull(Whole),
}
/** Left out of webhooks. */
const messageState = {
  country: TextOrNull,
  isDelayed: Yes,
  isAutoReply: Yes,
  isSystemMessage: Yes,
  isServiceMessage: Yes,
  isForward: Yes,
  threadOriginatorPart: TextOrNull,
  isCorrupt: Yes,
  datePlayed: TimeOrNull,
  cacheRoomnames: TextOrNull,
  isSpam: Yes,
  isExpired: Yes,
  timeExpressiveSendPlayed: TimeOrNull,
  isAudioMessage: Yes,
  replyToGuid: TextOrNull,
  shareStatus: Whole,
  shareDirection: Whole,
  wasDeliveredQuietly: Yes,
  didNotifyRecipient: Yes,
}

const FullMessageFields = exact({ ...messageCore, ...messageState })
const NotificationFields = exact(messageCore)

export interface BlueBubblesChat extends Static<ReturnType<typeof exact<typeof chatCore>>> {
  isFiltered?: boolean
  groupId?: string | null
  properties?: Record<string, unknown>[] | null
  lastAddressedHandle?: string | null
  participants?: BlueBubblesHandle[]
  messages?: BlueBubblesMessage[]
  /** Null where the chat has no message. */
  lastMessage?: BlueBubblesMessage | null
}

export type BlueBubblesMessage = Omit<Static<typeof NotificationFields>, 'attachments'> &
  Partial<Static<ReturnType<typeof exact<typeof messageState>>>> & {
    attachments: BlueBubblesAttachment[]
    tempGuid?: string
    chats?: BlueBubblesChat[]
  }

const chats = Type.Optional(
  Type.Array(
    exact({
      ...chatCore,
      ...Object.fromEntries(Object.entries(chatState).map(([name, schema]) => [name, Type.Optional(schema)])),
      participants: Type.Optional(Type.Array(BlueBubblesHandle)),
    }),
  ),
)
const tempGuid = Type.Optional(Text)

/** The exact form of a message in answers and on the socket. */
export const FullMessage = exact({ ...FullMessageFields.properties, chats, tempGuid })
/** The exact form of a message in webhooks. */
export const NotificationMessage = exact({ ...NotificationFields.properties, chats, tempGuid })
/** The exact form of a chat in answers. */
export const FullChat = exact({
  ...chatCore,
  ...chatState,
  participants: Type.Optional(Type.Array(BlueBubblesHandle)),
  messages: Type.Optional(Type.Array(FullMessage)),
  lastMessage: Type.Optional(OrNull(FullMessage)),
})

const contactAddress = exact({ address: Text, id: Type.Union([Text, Whole, Type.Null()]) })
export const BlueBubblesContact = exact({
  phoneNumbers: Type.Array(contactAddress),
  emails: Type.Array(contactAddress),
  firstName: Text,
  lastName: Text,
  displayName: Text,
  nickname: Text,
  birthday: TextOrNull,
  avatar: Type.String({ description: 'Base64; empty where there is none, never null.' }),
  sourceType: Type.Union([Type.Literal('api'), Type.Literal('db')]),
  id: Text,
})
export type BlueBubblesContact = Static<typeof BlueBubblesContact>
