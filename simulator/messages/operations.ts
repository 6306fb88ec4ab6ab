// Every operation of the simulated Messages, by name.

import { attachmentArrives, attachmentPurged, transferState } from './attachments.ts'
import * as balloons from './balloons.ts'
import * as chatEvents from './chat-events.ts'
import { createGroup, directChat, listChats } from './chats.ts'
import * as deletion from './deletion.ts'
import * as edits from './edit.ts'
import * as filtering from './filtering.ts'
import * as icloud from './icloud.ts'
import * as polls from './polls.ts'
import * as races from './races.ts'
import * as reading from './read-state.ts'
import { receive } from './receive.ts'
import { noteToSelf } from './self-chat.ts'
import * as sending from './send.ts'
import * as sendLater from './send-later.ts'
import { placeSticker, removeTapback, tapback } from './tapback.ts'

const {
  send,
  sent,
  delivered,
  deliveredQuietly,
  notifiedAnyway,
  readByRecipient,
  failed,
  downgraded,
  ghost,
  placeholder,
} = sending
const { placeBalloon, linkPreview, addLinkPreview, appBalloon, checkIn, digitalTouch, handwriting } = balloons

export const operations = {
  listChats,
  directChat,
  createGroup,
  receive,
  send,
  sent,
  delivered,
  deliveredQuietly,
  notifiedAnyway,
  readByRecipient,
  failed,
  downgraded,
  ghost,
  placeholder,
  noteToSelf,
  tapback,
  removeTapback,
  placeSticker,
  placeBalloon,
  linkPreview,
  addLinkPreview,
  appBalloon,
  checkIn,
  digitalTouch,
  handwriting,
  attachmentArrives,
  attachmentPurged,
  transferState,
  ...polls,
  ...edits,
  ...reading,
  ...chatEvents,
  ...deletion,
  ...filtering,
  ...sendLater,
  ...icloud,
  ...races,
}
