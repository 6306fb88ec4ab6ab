/**
 * Reads what a body contains besides its text: mentions, positions of attachments, and the sentence that a plug-in
 * supplied.
 */
import { Buffer } from 'node:buffer'
import type { AttributedString } from '../../apple/archived-value.ts'
import {
  attachmentsOf,
  type BodyAttachment,
  breadcrumbOf,
  fillBreadcrumb,
  mentionsOf,
  plainText,
} from '../../apple/attributed-text.ts'
import { decodeBody } from '../../apple/message-body.ts'
import type { Mention } from '../../contract/message.ts'
import type { FoundMessage } from './found-message.ts'
import { markedCodes, oneTimeCodeMark } from './marked-codes.ts'

export interface RichBody {
  /** Positions in the text as it is shown. */
  mentions: Mention[]
  attachments: BodyAttachment[]
  /** Codes for signing in that Messages has marked, in every spelling that they have in the text. */
  codes: string[]
  breadcrumb(names: { sender: string; receiver: string }): string | null
}

const plain: RichBody = { mentions: [], attachments: [], codes: [], breadcrumb: () => null }

/**
 * Reading the attribute runs takes ten times as long as reading the text, so it is done only for bodies that need it.
 */
const telling = new RegExp(
  [
    '__kIMMentionConfirmedMention',
    '__kIMBreadcrumbTextMarker',
    '__kIMFileTransferGUIDAttributeName',
    oneTimeCodeMark,
  ].join('|'),
)

export function richBodyOf({ body, has_attachments }: FoundMessage): RichBody {
  if (body === null || !(has_attachments === 1 || tells(body))) return plain
  const decoded = decodeBody(body)
  return decoded.ok ? toRichBody(decoded.value) : plain
}

const tells = (body: Uint8Array): boolean =>
  telling.test(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'))

const toRichBody = (body: AttributedString): RichBody => ({
  mentions: mentionsOf(body).map(({ address, start, length }) => ({
    handle: address,
    start: plainText(body.text.slice(0, start)).length,
    length: plainText(body.text.slice(start, start + length)).length,
  })),
  attachments: attachmentsOf(body),
  codes: [...new Set(markedCodes(body).map(plainText))].filter((code) => code !== ''),
  breadcrumb(names) {
    const breadcrumb = breadcrumbOf(body)
    return breadcrumb === null ? null : fillBreadcrumb(breadcrumb, names)
  },
})
