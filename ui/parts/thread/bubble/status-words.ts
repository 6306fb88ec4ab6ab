/** Puts the delivery status of the user's own message into words. */
import type { Message } from '../../../../src/contract/message.ts'
import { whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'

export function statusWords({
  status,
  error_code,
  read_at,
  ts,
}: Pick<Message, 'status' | 'error_code' | 'read_at' | 'ts'>): string {
  switch (status) {
    case 'failed':
      return error_code === null ? t('thread.failed') : t('thread.failed_code', { code: String(error_code) })
    case 'read':
      // The day of the message stands above it.
      return t('thread.read', { time: read_at === null ? '' : whenOf(read_at, new Date(ts)) }).trim()
    case 'delivered':
      return t('thread.delivered')
    case 'sent':
      return t('thread.sent')
    case 'pending':
      return t('thread.sending')
    default:
      return ''
  }
}
