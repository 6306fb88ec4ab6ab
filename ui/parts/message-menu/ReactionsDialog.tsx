/** Lists who reacted to a message, how and when. */
import type { Message } from '../../../src/contract/message.ts'
import { dateAndTimeOf, whenOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import styles from './MessageMenu.module.css'

interface Props {
  details: Message['tapback_details']
  onClose(): void
}

export const ReactionsDialog = ({ details, onClose }: Props) => (
  <Dialog title={t('thread.reactions_title')} onClose={onClose}>
    <ul className={styles.reactors}>
      {details.map(({ emoji, sender, handle, is_from_me, part, ts }) => (
        <li key={`${handle} ${part} ${ts} ${emoji}`}>
          <Avatar name={sender} seed={handle ?? sender} url={null} size={32} />
          <span>
            <bdi>{is_from_me ? t('thread.you') : sender}</bdi>
            <small>
              <time dateTime={ts} title={dateAndTimeOf(ts)}>
                {whenOf(ts)}
              </time>
            </small>
          </span>
          <span className={styles.given}>{emoji ?? t('thread.sticker', { count: 1 })}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)
