/** The message that this one replies to; a click leads to it. */
import type { Message } from '../../../../src/contract/message.ts'
import { t } from '../../../catalogue/texts.ts'
import styles from './Bubble.module.css'

interface Props {
  answered: Message['reply_to']
  onJump(rowid: number): void
}

export function Quote({ answered, onJump }: Props) {
  if (answered === null) return <p className={styles.quote}>{t('thread.answers_unknown')}</p>
  const { rowid, is_from_me, sender, text } = answered
  return (
    <button type="button" className={styles.quote} onClick={() => onJump(rowid)}>
      <b>{t('thread.answers', { name: is_from_me ? t('thread.you') : sender })}</b>
      <span dir="auto">{text || t('thread.attachment')}</span>
    </button>
  )
}
