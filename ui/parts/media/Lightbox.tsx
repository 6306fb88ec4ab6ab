/** Shows the pictures and videos of a conversation one at a time, as large as the window. */
import { useEffect, useRef, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { useOpenModal, whenClosed } from '../../kit/Dialog.tsx'
import { altOf } from './alt.ts'
import { type GalleryItem, pictureUrl } from './gallery.ts'
import styles from './Lightbox.module.css'
import { LightboxBar } from './LightboxBar.tsx'
import { useZoom } from './use-zoom.ts'

interface Props {
  items: readonly GalleryItem[]
  /** Id of the attachment that is shown first. */
  first: string
  onClose(): void
  /** Closes the lightbox and goes to the message. */
  onMessage(rowid: number): void
  /** Called at the first exhibit, because earlier messages may hold more. */
  onMore(): void
}

export default function Lightbox({ items, first, onClose, onMessage, onMore }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useOpenModal(dialog)
  const [id, setId] = useState(first)
  const at = items.findIndex(({ attachment }) => attachment.id === id)
  const shown = items[at]
  const go = (by: 1 | -1) => {
    const to = items[at + by]
    if (to === undefined) return
    setId(to.attachment.id)
    reset()
  }
  const { view, larger, smaller, reset, gestures } = useZoom(go)
  useEffect(() => {
    if (at === 0) onMore()
  }, [at, onMore])
  // The message was unsent meanwhile, or is no longer among the loaded ones.
  useEffect(() => {
    if (shown === undefined) onClose()
  }, [shown, onClose])
  if (shown === undefined) return null
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(isRightToLeft(dialog.current) ? 1 : -1),
    ArrowRight: () => go(isRightToLeft(dialog.current) ? -1 : 1),
    '+': larger,
    '=': larger,
    '-': smaller,
    '0': reset,
  }
  const { attachment, message } = shown
  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={t('media.viewer')}
      {...whenClosed(onClose)}
      onKeyDown={(event) => {
        const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
        if (act === undefined || event.target instanceof HTMLVideoElement) return
        event.preventDefault()
        event.stopPropagation()
        act()
      }}
    >
      <LightboxBar
        {...{ shown, larger, smaller }}
        place={at + 1}
        count={items.length}
        isWhole={view.scale === 1}
        previous={at > 0 ? () => go(-1) : undefined}
        next={at < items.length - 1 ? () => go(1) : undefined}
        onMessage={() => onMessage(message.rowid)}
        onClose={() => dialog.current?.close()}
      />
      <div className={styles.stage} {...gestures} data-large={view.scale > 1 || undefined}>
        {attachment.kind === 'video' ? (
          // biome-ignore lint/a11y/useMediaCaption: Messages stores no captions
          <video key={attachment.id} src={attachment.url} controls autoPlay aria-label={attachment.filename} />
        ) : (
          <img
            key={attachment.id}
            src={pictureUrl(attachment)}
            alt={altOf(attachment, message)}
            draggable={false}
            style={
              view.scale === 1 ? undefined : { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }
            }
          />
        )}
      </div>
    </dialog>
  )
}

const isRightToLeft = (element: Element | null): boolean =>
  element !== null && getComputedStyle(element).direction === 'rtl'
