/** The line below a message: its time, whether it was edited, and its delivery status. */
import { dateAndTimeOf, timeOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { useAct } from '../../message-menu/act.ts'
import type { MessageLine } from '../lines/lines.ts'
import styles from './Bubble.module.css'
import { statusWords } from './status-words.ts'

export function Meta({ line: { message, endsGroup } }: { line: MessageLine }) {
  const act = useAct()
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
