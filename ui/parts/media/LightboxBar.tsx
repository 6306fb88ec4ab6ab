/** The bar above a picture: its sender and date, its number among all, and the actions. */
import { ChevronLeft, ChevronRight, Download, MessageSquare, X, ZoomIn, ZoomOut } from 'lucide-react'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import type { GalleryItem } from './gallery.ts'
import styles from './Lightbox.module.css'

interface Props {
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

export function LightboxBar(props: Props) {
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
        href={url}
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
