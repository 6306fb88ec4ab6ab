/** The reactions to a message as a chip at its corner, and who gave them. */
import { useState } from 'react'
import type { Message } from '../../../../src/contract/message.ts'
import { t } from '../../../catalogue/texts.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import styles from './Bubble.module.css'
import { reactionWords } from './reaction-words.ts'

export function Reactions({ details }: { details: Message['tapback_details'] }) {
  const [isOpen, setOpen] = useState(false)
  if (details.length === 0) return null
  const emojis = [...new Set(details.map(({ emoji }) => emoji ?? '🏷️'))]
  return (
    <>
      <button
        type="button"
        className={styles.reactions}
        aria-label={reactionWords(details)}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden>{emojis.slice(0, 3).join('')}</span>
        {details.length > 1 && <span aria-hidden>{details.length}</span>}
      </button>
      {isOpen && (
        <Dialog title={t('thread.reactions_title')} onClose={() => setOpen(false)}>
          <ul className={styles.reactionList}>
            {details.map(({ emoji, sender, handle, is_from_me, part, ts }) => (
              <li key={`${handle} ${part} ${ts} ${emoji}`}>
                <span>{emoji ?? t('thread.sticker', { count: 1 })}</span>
                <bdi>{is_from_me ? t('thread.you') : sender}</bdi>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
