/** Decides whether a row of Messages can be one that we handed over. */
import type { ConversationKey } from '../../contract/ids.ts'
import { sameHandle } from '../../domain/handles.ts'

/** Clocks differ, and a message may wait for the network before Messages writes it. */
export const rowBeforeHandoverMs = 60_000
export const rowAfterHandoverMs = 10 * 60_000
/** Applies to a handover without any result, while its row is still looked for. */
export const lateRowMs = 24 * 3_600_000

const attachmentMark = /\ufffc/g

/** Returns text in a comparable form, since Messages marks files within it and may normalise it differently. */
export const comparableWords = (text: string | null): string =>
  (text ?? '').replace(attachmentMark, '').replaceAll('\r\n', '\n').normalize('NFC').trim()

const direct = 'dm:'

/** A number may have been typed without its country code, which Messages then adds. */
export function sameConversation(a: ConversationKey, b: ConversationKey): boolean {
  if (a === b) return true
  if (!a.startsWith(direct) || !b.startsWith(direct)) return false
  return sameHandle(a.slice(direct.length), b.slice(direct.length))
}
