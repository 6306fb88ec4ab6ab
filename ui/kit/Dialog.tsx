/** A native dialog: focus is kept inside, Escape closes it, and focus goes back to where it was. */
import { X } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { t } from '../catalogue/texts.ts'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import fixed from './Fixed.module.css'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons at its end. */
  actions?: ReactNode
  size?: 'regular' | 'wide'
  /** In colours that no theme reaches: for what is agreed to. */
  isFixed?: boolean
}

/** It is open while it is rendered. */
export function Dialog({ title, onClose, children, actions, size = 'regular', isFixed = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useOpenModal(dialog)
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]} ${isFixed ? fixed.fixed : ''}`}
      aria-labelledby={titleId}
      {...whenClosed(onClose)}
      closedby="any"
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label={t('kit.close')} onClick={() => dialog.current?.close()}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  )
}

/** Shown above all else from its first rendering on; whoever had the focus gets it back at the end. */
export function useOpenModal(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    if (element !== null && !element.open) element.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [dialog])
}

/**
 * Escape is taken before the browser has closed it: that would be said a moment later only, and what is opened by the very
 * next key would be closed with it.
 */
export const whenClosed = (onClose: () => void) => ({
  onCancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A file that was not chosen after all says the same from inside.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  },
  // Said a moment later: it may have been opened again by then.
  onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => currentTarget.open || onClose(),
})
