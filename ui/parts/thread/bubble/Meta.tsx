/** Below a message: when, whether it was changed, and how far it has come. */
import { useState } from 'react'
import { dateAndTimeOf, timeOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import type { MessageLine } from '../lines/lines.ts'
import styles from './Bubble.module.css'
import { statusWords } from './status-words.ts'

export function Meta({ line: { message, endsGroup } }: { line: MessageLine }) {
  const { edited, edits, effect, ts, status } = message
  const [showsEdits, setShowsEdits] = useState(false)
  const hasFailed = status === 'failed'
  if (!endsGroup && !edited && !hasFailed && effect === null) return null
  const isHistoryKnown = edits.length > 0
  return (
    <div className={styles.meta}>
      {endsGroup && (
        <time dateTime={ts} title={dateAndTimeOf(ts)}>
          {timeOf(ts)}
        </time>
      )}
      {effect !== null && <span>{t('thread.effect', { effect })}</span>}
      {edited && !isHistoryKnown && <span>{t('thread.edited')}</span>}
      {edited && isHistoryKnown && (
        <button type="button" onClick={() => setShowsEdits(true)}>
          {t('thread.edited')}
        </button>
      )}
      {(endsGroup || hasFailed) && status !== null && (
        <span className={hasFailed ? styles.failed : undefined}>{statusWords(message)}</span>
      )}
      {showsEdits && (
        <Dialog title={t('thread.edits')} onClose={() => setShowsEdits(false)}>
          <ol>
            {edits.map((version) => (
              <li key={`${version.ts} ${version.text}`}>
                <p dir="auto">{version.text}</p>
                {version.ts !== null && <small>{dateAndTimeOf(version.ts)}</small>}
              </li>
            ))}
          </ol>
        </Dialog>
      )}
    </div>
  )
}
