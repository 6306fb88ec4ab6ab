/** What can be done with a message: a button beside it that opens the list. */
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './MessageMenu.module.css'

const MessageActions = lazy(() => import('./MessageActions.tsx'))

export function MessageMenu({ message, guid }: { message: Message; guid: string }) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={opener}
        type="button"
        tabIndex={-1}
        className={styles.opener}
        aria-label={t('thread.actions')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-menu
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={18} aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <MessageActions message={message} guid={guid} opener={opener} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
