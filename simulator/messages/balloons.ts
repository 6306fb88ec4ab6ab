// Writes balloons: link previews, messages of apps, drawings.

import { type AppMessage, encodeAppMessage } from '../formats/app-message.ts'
import { plainBody } from '../formats/attributed-body.ts'
import { type DigitalTouch, encodeDigitalTouch, encodeHandwriting, type Point } from '../formats/drawing.ts'
import { encodeLinkPreview, type LinkMetadata } from '../formats/link-preview.ts'
import { type FileToAttach, insertAttachment, joinAttachment } from './attachments.ts'
import { chatNamed, directChat } from './chats.ts'
import { attachAll, compose } from './content.ts'
import { findMessage, type MessageName } from './find-message.ts'
import { handleOf } from './handles.ts'
import { placeMessage } from './place.ts'
import { type Incoming, readColumns } from './receive.ts'
import { handleOfOutgoing } from './send.ts'
import type { Row } from './tables.ts'
import type { Writer, Written } from './writer.ts'

const urlBalloon = 'com.apple.messages.URLBalloonProvider'
const digitalTouchBalloon = 'com.apple.DigitalTouchBalloonProvider'
const handwritingBalloon = 'com.apple.Handwriting.HandwritingProvider'

/** Names an extension's balloon by its team and its bundle. */
const extensionBalloon = (bundle: string, team = '0000000000'): string =>
  `com.apple.messages.MSMessageExtensionBalloonPlugin:${team}:${bundle}`

export const apps = {
  cash: extensionBalloon('com.apple.PassbookUIService.PeerPaymentMessagesExtension'),
  fitness: extensionBalloon('com.apple.ActivityMessagesApp.MessagesExtension'),
  photos: extensionBalloon('com.apple.mobileslideshow.PhotosMessagesApp'),
  checkIn: extensionBalloon('com.apple.SafetyMonitorApp.SafetyMonitorMessages'),
  findMy: extensionBalloon('com.apple.findmy.FindMyMessagesApp'),
  business: extensionBalloon('com.apple.icloud.apps.messages.business.extension'),
  polls: extensionBalloon('com.apple.messages.Polls'),
  game: extensionBalloon('com.example.games.messages', 'EWFNLB79LQ'),
} as const

export interface Place {
  /** The other person in a conversation of two. Either this or `chat` is given. */
  with?: string
  chat?: string
  /** The sender; undefined means me. */
  from?: string
  read?: Incoming['read']
  atMs?: number
}

export interface Balloon extends Place {
  bundleId: string
  payload: Uint8Array
  /** The text of the row. The default is U+FFFD, which marks the plug-in's place. */
  text?: string
  files?: readonly FileToAttach[]
  columns?: Row
}

export function placeBalloon(writer: Writer, balloon: Balloon): Written {
  const { from, bundleId, payload, text = '\ufffd', files = [], columns, atMs = writer.nowMs() } = balloon
  const chat = balloon.chat ? chatNamed(writer, balloon.chat) : directChat(writer, { with: balloon.with ?? from ?? '' })
  const fromMe = from === undefined
  const composed =
    files.length > 0 ? compose(writer, { files }) : { guid: writer.newGuid(), body: plainBody(text), files: [] }
  const written = placeMessage(writer, {
    chat,
    service: chat.service,
    fromMe,
    handle: fromMe ? handleOfOutgoing(writer, chat, chat.service) : handleOf(writer, from, chat.service),
    atMs,
    guid: composed.guid,
    body: composed.body,
    columns: {
      balloon_bundle_id: bundleId,
      payload_data: payload,
      is_delivered: 1,
      ...(fromMe ? { is_sent: 1 } : readColumns(balloon.read, atMs)),
      ...columns,
    },
  })
  attachAll(writer, { rowid: written.rowid, files: composed.files, outgoing: fromMe, atMs })
  return written
}

export interface LinkPreview extends Place {
  link: LinkMetadata
  /** The preview's picture, kept as a hidden plug-in attachment. */
  picture?: FileToAttach
}

/** Writes the preview as a separate row, which comes a second or two after the text with the URL. */
export function linkPreview(writer: Writer, { link, picture, ...place }: LinkPreview): Written {
  const payload = encodeLinkPreview({ ...link, ...(picture && { imageIndex: 0 }) })
  const written = placeBalloon(writer, { ...place, bundleId: urlBalloon, payload, text: link.originalUrl ?? link.url })
  if (picture) attachPicture(writer, written, { picture, place })
  return written
}

export interface LinkPreviewOf {
  message: MessageName
  link: LinkMetadata
  picture?: FileToAttach
  /** Whether the row has the preview's data but no balloon id, as some rows do. */
  unnamed?: boolean
}

/** Adds the preview to the row of the text itself, later. */
export function addLinkPreview(writer: Writer, { message, link, picture, unnamed }: LinkPreviewOf): Written {
  const { rowid, guid, chatGuid } = findMessage(writer, message)
  const payload = encodeLinkPreview({ ...link, ...(picture && { imageIndex: 0 }) })
  writer.update('message', rowid, { payload_data: payload, ...(unnamed ? {} : { balloon_bundle_id: urlBalloon }) })
  const written = { rowid, guid, chatGuid }
  if (picture) attachPicture(writer, written, { picture, place: {} })
  return written
}

function attachPicture(
  writer: Writer,
  { rowid }: Written,
  { picture, place }: { picture: FileToAttach; place: Place },
): void {
  const attachment = insertAttachment(writer, {
    file: { ...picture, hidden: true },
    guid: writer.newGuid(),
    outgoing: place.from === undefined,
    atMs: place.atMs ?? writer.nowMs(),
  })
  joinAttachment(writer, rowid, attachment.rowid)
}

export interface AppBalloon extends Place {
  app: keyof typeof apps | { bundleId: string }
  message: AppMessage
}

export function appBalloon(writer: Writer, { app, message, ...place }: AppBalloon): Written {
  const bundleId = typeof app === 'string' ? apps[app] : app.bundleId
  return placeBalloon(writer, { ...place, bundleId, payload: encodeAppMessage(message) })
}

const checkInTexts = {
  started: 'Check In: Timer Started',
  arrived: 'Check In: Arrived',
  late: 'Check In: Has not checked in when expected, location shared',
} as const

export interface CheckIn extends Place {
  stage: keyof typeof checkInTexts
  expectedMs?: number
  sessionId?: string
}

export function checkIn(writer: Writer, { stage, expectedMs, sessionId, ...place }: CheckIn): Written {
  const atMs = place.atMs ?? writer.nowMs()
  const expected = expectedMs === undefined ? '' : `&estimatedEndTime=${expectedMs / 1000}`
  const caption = checkInTexts[stage]
  return appBalloon(writer, {
    ...place,
    atMs,
    app: 'checkIn',
    message: {
      appName: 'Check In',
      summary: caption,
      caption,
      url: `?messageType=1&interfaceVersion=1&sendDate=${atMs / 1000}${expected}`,
      sessionId: sessionId ?? writer.newGuid(),
    },
  })
}

const sinceEpoch = (atMs: number): number => atMs - Date.UTC(2001, 0, 1)

export function digitalTouch(writer: Writer, { kind, ...place }: Place & Pick<DigitalTouch, 'kind'>): Written {
  const atMs = place.atMs ?? writer.nowMs()
  const payload = encodeDigitalTouch({ kind, id: writer.newGuid(), atMs: sinceEpoch(atMs) })
  return placeBalloon(writer, { ...place, atMs, bundleId: digitalTouchBalloon, payload })
}

export type Strokes = ReadonlyArray<readonly Point[]>

export function handwriting(writer: Writer, { strokes, ...place }: Place & { strokes: Strokes }): Written {
  const atMs = place.atMs ?? writer.nowMs()
  const payload = encodeHandwriting({ id: writer.newGuid(), atMs: sinceEpoch(atMs), strokes })
  return placeBalloon(writer, { ...place, atMs, bundleId: handwritingBalloon, payload })
}
