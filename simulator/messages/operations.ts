// Everything that the simulated Messages can do, by name.

import { attachmentArrives, transferState } from './attachments.ts'
import { createGroup, directChat } from './chats.ts'
import { beginReceive, beginSend, fillBody, flipSender, insertFiles, join, joinFiles, receiveOrphan } from './races.ts'
import { receive } from './receive.ts'
import {
  delivered,
  deliveredQuietly,
  downgraded,
  failed,
  ghost,
  notifiedAnyway,
  readByRecipient,
  send,
  sent,
} from './send.ts'

export const operations = {
  directChat,
  createGroup,
  receive,
  receiveOrphan,
  send,
  sent,
  delivered,
  deliveredQuietly,
  notifiedAnyway,
  readByRecipient,
  failed,
  downgraded,
  ghost,
  attachmentArrives,
  transferState,
  beginReceive,
  beginSend,
  fillBody,
  join,
  insertFiles,
  joinFiles,
  flipSender,
}
