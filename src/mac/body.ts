/** Reads the text of a row from its body or app balloon, and counts the attachments that the body mentions. */
import { plainText } from '../apple/attributed-text.ts'
import { decodeText } from '../apple/message-body.ts'
import type { Row, RowKind } from '../domain/message.ts'
import { balloonText } from './balloon-text.ts'

export type RowText = Pick<Row, 'text' | 'isBlank' | 'isDamaged' | 'attachmentsExpected'>

export function readText(found: Record<string, unknown>, kind: RowKind): RowText {
  const column = typeof found.text === 'string' ? found.text : undefined
  const decoded = found.body instanceof Uint8Array ? decodeText(found.body) : undefined
  const raw = decoded?.ok ? decoded.value : column
  return {
    text: kind === 'app' ? balloonText(found, raw) : plain(raw),
    isBlank: decoded === undefined && column === undefined,
    isDamaged: decoded !== undefined && !decoded.ok,
    attachmentsExpected: kind === 'text' ? countAttachments(raw) : 0,
  }
}

const plain = (raw: string | undefined): string | null => plainText(raw ?? '') || null

/** U+FFFC marks the position of an attachment. */
const countAttachments = (raw: string | undefined): number => raw?.match(/\ufffc/g)?.length ?? 0
