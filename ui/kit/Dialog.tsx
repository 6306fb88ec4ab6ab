/** A native dialog: it keeps the focus inside, Escape closes it, and the focus then returns to where it was. */
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
  /** Buttons at the end of the dialog. */
  actions?: ReactNode
  /** `drawer` lies along the end of the window, and fills a narrow one. */
  size?: 'regular' | 'wide' | 'drawer'
  /** Uses colours that no theme can change, for dialogs in which people give consent. */
  isFixed?: boolean
}

/** The dialog is open while it is rendered. */
export function Dialog({ title, onClose, children, actions, size = 'regular', isFixed = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useOpenModal(dialog)
  useFirstField(dialog)
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

/** Opens the dialog as a modal with its first render; at the end, the focus returns to the element that had it. */
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

const fields = ':is(input, textarea, select):not(:disabled)'

/** Gives the focus to the first field, rather than to the button that closes. A touch keyboard would cover the dialog. */
function useFirstField(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const isElsewhere = document.activeElement?.closest('header') === null
    if (isElsewhere || matchMedia('(pointer: coarse)').matches) return
    dialog.current?.querySelector<HTMLElement>(fields)?.focus()
  }, [dialog])
}

/**
 * Handles Escape before the browser closes the dialog: the browser fires `close` only a moment later, which would also
 * close what the very next key has opened.
 */
export const whenClosed = (onClose: () => void) => ({
  onCancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A file input inside fires `cancel` as well when no file was chosen.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  },
  // `close` fires a moment later, when the dialog may already be open again.
  onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => currentTarget.open || onClose(),
})
