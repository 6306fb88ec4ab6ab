/** Says of a sender who was not relayed why or how often, and when last. */
import type { BlockedSender } from '../../../../src/contract/whitelist.ts'
import { t } from '../../../catalogue/texts.ts'

export function heldBackNote(
  { messages, reason, last_message_ts: ts }: BlockedSender,
  timeOf: (timestamp: string) => string,
): string {
  const what = reason === 'junk' ? t('people.held_back_junk') : t('people.held_back_count', { count: messages })
  return ts === null ? what : `${what} · ${timeOf(ts)}`
}
