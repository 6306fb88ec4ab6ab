/**
 * Finds attachments that only the body of a message names. Messages writes the row of an attachment, and which message it
 * belongs to, after the message itself, and the latter sometimes never.
 */
import { attachmentsOf } from '../apple/attributed-text.ts'
import { decodeBody } from '../apple/message-body.ts'
import type { MessageAttachment } from '../domain/message.ts'
import { type Attachments, plainAttachment } from './attachments.ts'

/** Returns the attachments that belong to no message and whose rows are complete. */
export function namedAttachments(
  body: unknown,
  { inNoMessage }: Pick<Attachments, 'inNoMessage'>,
): MessageAttachment[] {
  const guids = attachmentGuidsIn(body)
  if (guids.length === 0) return []
  return inNoMessage(guids)
    .filter(({ hidden, isFinished }) => isFinished && !hidden)
    .map(plainAttachment)
}

function attachmentGuidsIn(body: unknown): string[] {
  const decoded = body instanceof Uint8Array ? decodeBody(body) : undefined
  return decoded?.ok ? attachmentsOf(decoded.value).map(({ guid }) => guid) : []
}
