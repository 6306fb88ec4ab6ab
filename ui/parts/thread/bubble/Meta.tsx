/** The line below a message: its time, whether it was edited, and its delivery status. */

import type { Message } from '../../../../src/contract/message.ts'
import { dateAndTimeOf, timeOf, whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { useOpenAction } from '../../message-menu/open-action.ts'
import type { MessageLine } from '../lines/lines.ts'
import styles from './Bubble.module.css'

export function Meta({ line: { message, endsGroup } }: { line: MessageLine }) {
  const act = useOpenAction()
  const { edited, edits, effect, ts, status } = message
  const hasFailed = status === 'failed'
  if (!endsGroup && !edited && !hasFailed && effect === null) return null
  return (
    <div className={styles.meta}>
      {endsGroup && (
        <time dateTime={ts} title={dateAndTimeOf(ts)}>
          {timeOf(ts)}
        </time>
      )}
      {effect !== null && <span>{t('thread.effect', { effect })}</span>}
      {edited && edits.length === 0 && <span>{t('thread.edited')}</span>}
      {edited && edits.length > 0 && (
        <button type="button" onClick={() => act({ what: 'edits', message })}>
          {t('thread.edited')}
        </button>
      )}
      {(endsGroup || hasFailed) && status !== null && (
        <span className={hasFailed ? styles.failed : undefined}>{statusWords(message)}</span>
      )}
    </div>
  )
}

/** Puts the delivery status of the user's own message into words. */
function statusWords({
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
