/** Shows the pictures and videos of a conversation one at a time, as large as the window. */

import { ChevronLeft, ChevronRight, Download, MessageSquare, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fileAddress } from '../../api/file-address.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { useOpenModal, whenClosed } from '../../kit/Dialog.tsx'
import { altOf } from './alt.ts'
import { type GalleryItem, pictureUrl } from './gallery.ts'
import styles from './Lightbox.module.css'
import { useZoom } from './use-zoom.ts'

interface Props {
  items: readonly GalleryItem[]
  /** Id of the attachment that is shown first. */
  first: string
  onClose(): void
  /** Closes the lightbox and goes to the message. */
  onMessage(rowid: number): void
  /** Called at the oldest exhibit, because earlier messages may hold more. */
  onMore(): void
  isNewestFirst?: boolean
}

export default function Lightbox({ items, first, onClose, onMessage, onMore, isNewestFirst = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useOpenModal(dialog)
  const [id, setId] = useState(first)
  const at = items.findIndex(({ attachment }) => attachment.id === id)
  const shown = items[at]
  const isOldest = at === (isNewestFirst ? items.length - 1 : 0)
  const go = (by: 1 | -1) => {
    const to = items[at + by]
    if (to === undefined) return
    setId(to.attachment.id)
    reset()
  }
  const { view, larger, smaller, reset, gestures } = useZoom(go)
  useEffect(() => {
    if (isOldest) onMore()
  }, [isOldest, onMore])
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
        shown={shown}
        larger={larger}
        smaller={smaller}
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
          <video
            key={attachment.id}
            src={fileAddress(attachment.url)}
            controls
            autoPlay
            aria-label={attachment.filename}
          />
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

interface BarProps {
  shown: GalleryItem
  /** Counted from 1. */
  place: number
  count: number
  isWhole: boolean
  /** Undefined at the first and last picture respectively. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
  larger(): void
  smaller(): void
  onMessage(): void
  onClose(): void
}

/** The bar above a picture: its sender and date, its number among all, and the actions. */
function LightboxBar(props: BarProps) {
  const { shown, place, count, isWhole, previous, next, larger, smaller, onMessage, onClose } = props
  const { attachment, message } = shown
  const { url, filename, kind } = attachment
  return (
    <header className={styles.bar}>
      <p className={styles.about}>
        <bdi>{message.is_from_me ? t('thread.you') : message.sender}</bdi>
        <small>
          <time dateTime={message.ts}>{dateAndTimeOf(message.ts)}</time>
        </small>
      </p>
      {count > 1 && (
        <>
          <IconButton label={t('media.previous')} disabled={previous === undefined} onClick={previous}>
            <ChevronLeft size={20} className={styles.directed} aria-hidden />
          </IconButton>
          <span className={styles.place} role="status">
            {t('media.place', { place, count })}
          </span>
          <IconButton label={t('media.next')} disabled={next === undefined} onClick={next}>
            <ChevronRight size={20} className={styles.directed} aria-hidden />
          </IconButton>
        </>
      )}
      {kind === 'image' && (
        <span className={styles.sizes}>
          <IconButton label={t('media.smaller')} disabled={isWhole} onClick={smaller}>
            <ZoomOut size={20} aria-hidden />
          </IconButton>
          <IconButton label={t('media.larger')} onClick={larger}>
            <ZoomIn size={20} aria-hidden />
          </IconButton>
        </span>
      )}
      <IconButton label={t('media.to_message')} onClick={onMessage}>
        <MessageSquare size={20} aria-hidden />
      </IconButton>
      <a
        className={styles.download}
        href={fileAddress(url)}
        download={filename}
        aria-label={t('media.download', { name: filename })}
      >
        <Download size={20} aria-hidden />
      </a>
      <IconButton label={t('kit.close')} onClick={onClose}>
        <X size={20} aria-hidden />
      </IconButton>
    </header>
  )
}
