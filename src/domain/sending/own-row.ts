/** What a row of Messages must look like to be one that we handed over. */
import type { ConversationKey } from '../../contract/ids.ts'
import { sameHandle } from '../handles.ts'

/** Clocks differ, and a message may wait for the network before Messages writes it. */
export const rowBeforeHandoverMs = 60_000
export const rowAfterHandoverMs = 10 * 60_000
/** For a handover of which nothing was heard, while its row is still looked for. */
export const lateRowMs = 24 * 3_600_000

const attachmentMark = /\ufffc/g

/** Words in the form in which they can be compared: Messages marks files within them, and may write them otherwise. */
export const comparableWords = (text: string | null): string =>
  (text ?? '').replace(attachmentMark, '').replaceAll('\r\n', '\n').normalize('NFC').trim()

const direct = 'dm:'

/** A number may have been typed without its country, which Messages then adds. */
export function sameConversation(a: ConversationKey, b: ConversationKey): boolean {
  if (a === b) return true
  if (!a.startsWith(direct) || !b.startsWith(direct)) return false
  return sameHandle(a.slice(direct.length), b.slice(direct.length))
}
