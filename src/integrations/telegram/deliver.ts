/**
 * Delivers a relayed message to every allowed user: its text in parts, then its files. Parts that a user already has are
 * skipped.
 */
import { type Api, GrammyError, InputFile } from 'grammy'
import {
  CallRefused,
  type DeliveryContext,
  type InboundAttachment,
  type InboundMessage,
  type PluginContext,
} from '../../plugin-api/index.ts'
import { inProgress } from '../shared/in-progress.ts'
import type { BotMessages } from './bot-messages.ts'
import { decidedOnPage, decisionButtons, withAddress } from './decision-buttons.ts'
import { isUnreachable, isUnwanted, nobodyReached, refusalOf } from './failures.ts'
import type { Settings } from './settings.ts'
import { conversationName, textParts } from './text-parts.ts'

export interface DeliverDeps {
  api: Api
  botMessages: BotMessages
  settings: Settings
  log: Pick<PluginContext, 'log_warn'>
}

export async function deliver(msg: InboundMessage, delivery: DeliveryContext, deps: DeliverDeps): Promise<void> {
  const { allowed_users: users } = deps.settings
  let missed = 0
  for (const chat of users) {
    try {
      for (const [piece, send] of piecesOf(msg, chat, deps))
        await deliverPiece({ msg, chat, piece, send }, delivery, deps)
    } catch (error) {
      if (error instanceof GrammyError) delivery.answered?.({ status: error.error_code, body: error.description })
      if (!isUnreachable(error)) throw refusalOf(error, msg.attempt)
      missed++
    }
  }
  if (missed === users.length) throw nobodyReached()
  // A test tells of the user who was not reached; any other delivery was taken.
  if (missed === 0 || !msg.is_test) delivery.answered?.({ status: 200 })
  if (missed > 0) deps.log.log_warn(`${missed} of ${users.length} allowed users cannot be reached.`)
}

type Send = (signal: never) => Promise<{ message_id: number }>

interface Piece {
  msg: InboundMessage
  chat: number
  piece: string
  send: Send
}

async function deliverPiece(
  { msg, chat, piece, send }: Piece,
  delivery: DeliveryContext,
  { botMessages }: DeliverDeps,
) {
  const { delivery_id, conversation_id } = msg
  const id = `${delivery_id}:${piece}`
  if (botMessages.has(chat, id)) return
  delivery.progress()
  await inProgress(delivery, async () => {
    // grammY declares its own AbortSignal type, which is equivalent.
    const { message_id } = await send(delivery.signal as never)
    const answered = msg.decide === undefined ? conversation_id : decidedOnPage
    botMessages.add({ chat, message_id, conversation_id: answered, name: conversationName(msg), piece: id })
  })
}

function piecesOf(msg: InboundMessage, chat: number, { api, settings }: DeliverDeps): [string, Send][] {
  // Disables previews, so that nobody except the readers fetches what a link leads to.
  const link_preview_options = { is_disabled: true }
  const parts = textParts({ ...msg, text: withAddress(msg, settings) })
  const texts = parts.map(({ text, entities }, index): Send => {
    const buttons = index === parts.length - 1 ? decisionButtons(msg, settings) : undefined
    const reply_markup = buttons && { inline_keyboard: [buttons] }
    const options = { entities, link_preview_options, ...(reply_markup && { reply_markup }) }
    return (signal) => api.sendMessage(chat, text, options, signal)
  })
  const files = msg.attachments.map((one): Send => {
    return (signal) => sendFile(one, { api, chat, maxBytes: settings.max_file_mb * 1_000_000 }, signal)
  })
  return [...texts.map(numbered('text')), ...files.map(numbered('file'))]
}

const numbered =
  (kind: string) =>
  (send: Send, index: number): [string, Send] => [`${kind}${index}`, send]

interface FileRecipient {
  api: Api
  chat: number
  maxBytes: number
}

async function sendFile(file: InboundAttachment, { api, chat, maxBytes }: FileRecipient, signal: never) {
  const instead = (why: string) => api.sendMessage(chat, `📎 ${file.name}: ${why}`, {}, signal)
  if (file.size > maxBytes) return instead(`${megabytes(file.size)} are too large to be sent here`)
  const data = await bytesOf(file)
  if (data === undefined) return instead('not on the Mac')
  const input = () => new InputFile(data, plainName(file.name))
  try {
    if (isPhoto(file)) return await api.sendPhoto(chat, input(), {}, signal)
  } catch (error) {
    // The picture is too wide or too long, or the file is no picture after all.
    if (!isUnwanted(error)) throw error
  }
  try {
    return await api.sendDocument(chat, input(), {}, signal)
  } catch (error) {
    if (!isUnwanted(error)) throw error
    return instead('Telegram does not take it')
  }
}

const photoKinds: readonly (string | null)[] = ['image/jpeg', 'image/png', 'image/webp']
const largestPhotoBytes = 10_000_000
const isPhoto = ({ mime, size }: InboundAttachment): boolean => photoKinds.includes(mime) && size <= largestPhotoBytes

async function bytesOf(file: InboundAttachment): Promise<Uint8Array | undefined> {
  try {
    return await file.data()
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'attachment_not_found') return undefined
    throw error
  }
}

/** The name goes unquoted into a header of the upload. */
const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '_') || 'file'

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
