/** The button beside a message that opens its menu. */
import type { Message } from '../../../src/contract/message.ts'
import { t } from '../../catalogue/texts.ts'
import { Dots } from '../../kit/Dots.tsx'
import styles from './MessageMenu.module.css'
import { useOpenAction } from './open-action.ts'

export function MessageMenu({ message }: { message: Message }) {
  const act = useOpenAction()
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.opener}
      aria-label={t('thread.actions')}
      aria-haspopup="menu"
      data-menu
      onClick={({ currentTarget }) => act({ what: 'menu', message, at: currentTarget.getBoundingClientRect() })}
    >
      <Dots size={18} />
    </button>
  )
}
