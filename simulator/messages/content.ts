// Turns the content of a message, texts, styled spans and files, into a body and the columns that go with it.

import { type Body, bodyOf, type Part, type Span } from '../formats/attributed-body.ts'
import { type Attaching, type FileToAttach, insertAttachment, joinAttachment } from './attachments.ts'
import type { Row } from './tables.ts'
import type { Writer } from './writer.ts'

export type ContentPart = string | readonly Span[] | FileToAttach

export const sendEffects = {
  gentle: 'com.apple.MobileSMS.expressivesend.gentle',
  slam: 'com.apple.MobileSMS.expressivesend.impact',
  invisibleInk: 'com.apple.MobileSMS.expressivesend.invisibleink',
  loud: 'com.apple.MobileSMS.expressivesend.loud',
  confetti: 'com.apple.messages.effect.CKConfettiEffect',
  echo: 'com.apple.messages.effect.CKEchoEffect',
  fireworks: 'com.apple.messages.effect.CKFireworksEffect',
  balloons: 'com.apple.messages.effect.CKHappyBirthdayEffect',
  heart: 'com.apple.messages.effect.CKHeartEffect',
  lasers: 'com.apple.messages.effect.CKLasersEffect',
  shootingStar: 'com.apple.messages.effect.CKShootingStarEffect',
  sparkles: 'com.apple.messages.effect.CKSparklesEffect',
  spotlight: 'com.apple.messages.effect.CKSpotlightEffect',
} as const

export interface Content {
  /** One bubble of plain text. Use `parts` for more. */
  text?: string
  /** The bubbles in order. */
  parts?: readonly ContentPart[]
  /** Files before the text. */
  files?: readonly FileToAttach[]
  subject?: string
  effect?: keyof typeof sendEffects
  /** The message in whose thread this is a reply. */
  replyTo?: { guid: string; part?: number; length?: number }
  /** Whether this is a voice message. Its first file is the recording. */
  audio?: boolean
  guid?: string
  atMs?: number
}

export interface Composed {
  guid: string
  body: Body
  files: ReadonlyArray<{ file: FileToAttach; guid: string }>
}

const partsOf = ({ parts, files = [], text }: Content): readonly ContentPart[] =>
  parts ?? [...files, ...(text === undefined || text === '' ? [] : [text])]

const isFile = (part: ContentPart): part is FileToAttach => typeof part === 'object' && 'name' in part

const bodyPart = (part: ContentPart, guid: string | undefined): Part =>
  isFile(part)
    ? {
        attachmentGuid: guid ?? '',
        ...(part.width !== undefined && { width: part.width }),
        ...(part.height !== undefined && { height: part.height }),
        ...(part.transcript !== undefined && { transcript: part.transcript }),
        ...(part.emoji && { emoji: true }),
        filename: part.name,
      }
    : part

export function compose(writer: Writer, content: Content): Composed {
  const guid = content.guid ?? writer.newGuid()
  const parts = partsOf(content)
  const fileGuids = parts.map((part, index) => (isFile(part) ? (part.guid ?? `at_${index}_${guid}`) : undefined))
  const bodyParts = parts.map((part, index) => bodyPart(part, fileGuids[index]))
  const body = bodyOf(bodyParts)
  const files = parts.flatMap((file, index) => (isFile(file) ? [{ file, guid: fileGuids[index] ?? '' }] : []))
  // A bulk load keeps drafts only of messages with several bubbles: without a draft, a message counts as one bubble.
  if (!writer.bulk || parts.length > 1) writer.drafts.keep(guid, { parts: new Map(bodyParts.entries()), summary: {} })
  return { guid, body, files }
}

const threadPart = ({ part = 0, length = 0 }: NonNullable<Content['replyTo']>): string => `${part}:0:${length}`

/** Returns the columns for subject, effect, reply and voice message. */
export function contentColumns(content: Content): Row {
  const { subject, effect, replyTo, audio } = content
  const spans = content.parts?.flatMap((part) => (Array.isArray(part) ? (part as readonly Span[]) : [])) ?? []
  return {
    ...(subject !== undefined && { subject }),
    ...(effect && { expressive_send_style_id: sendEffects[effect] }),
    ...(replyTo && { thread_originator_guid: replyTo.guid, thread_originator_part: threadPart(replyTo) }),
    ...(audio && { is_audio_message: 1, is_expirable: 1, expire_state: 1 }),
    ...(spans.some(({ link, detected, oneTimeCode }) => link || detected || oneTimeCode) && { has_dd_results: 1 }),
  }
}

/** Inserts the rows, files and joins of everything attached to a message. */
export function attachAll(
  writer: Writer,
  message: { rowid: number; files: Composed['files'] } & Pick<Attaching, 'outgoing' | 'atMs'>,
): void {
  const { rowid, files, outgoing, atMs } = message
  for (const { file, guid } of files) {
    const attached = insertAttachment(writer, { file, guid, outgoing, atMs })
    joinAttachment(writer, rowid, attached.rowid)
  }
}
