/** The two lines of text in a row. */
import { BellOff, Pin } from 'lucide-react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { dateAndTimeOf, shortTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { useIsMuted } from '../../state/mutes.ts'
import { usePins } from '../../state/pins.ts'
import styles from './ConversationRow.module.css'
import { badgeOf, previewOf, titleOf } from './row-words.ts'

export function RowText({ conversation, draft }: { conversation: Conversation; draft: string | undefined }) {
  const { guid, last_message_ts, service, unread_count } = conversation
  const muted = useIsMuted(conversation)
  const isPinned = usePins().includes(guid)
  const { from, text, isDraft } = previewOf(conversation, draft)
  return (
    <span className={styles.text}>
      <span className={styles.line}>
        <bdi className={styles.name}>{titleOf(conversation)}</bdi>
        {service !== 'iMessage' && service !== '' && <span className={styles.service}>{service}</span>}
        {muted && <BellOff size={13} className={styles.sign} role="img" aria-label={t('list.muted')} />}
        {isPinned && <Pin size={13} className={styles.sign} role="img" aria-label={t('list.pinned')} />}
        <time className={styles.time} dateTime={last_message_ts} title={dateAndTimeOf(last_message_ts)}>
          {shortTimeOf(last_message_ts)}
        </time>
      </span>
      <span className={styles.line}>
        <span className={styles.preview}>
          {from !== undefined && <bdi className={isDraft ? styles.draft : styles.from}>{from}</bdi>}
          <bdi dir="auto" className={styles.words}>
            {text}
          </bdi>
        </span>
        {unread_count > 0 && <Badge count={unread_count} isQuiet={muted} />}
      </span>
    </span>
  )
}

const Badge = ({ count, isQuiet }: { count: number; isQuiet: boolean }) => (
  <span className={styles.badge} data-quiet={isQuiet || undefined}>
    <span aria-hidden>{badgeOf(count)}</span>
    <span className="visually-hidden">{t('list.unread_count', { count })}</span>
  </span>
)
