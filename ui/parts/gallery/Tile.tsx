/** A picture or video of the gallery: it opens the lightbox, or leads to its message where the file is not here. */

import { CloudOff, Play } from 'lucide-react'
import type { MediaItem } from '../../../src/contract/media.ts'
import { fileAddress } from '../../api/file-address.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { altOf } from '../media/alt.ts'
import { thumbnailOf } from '../media/boxes.ts'
import styles from './Gallery.module.css'

interface Props {
  item: MediaItem
  /** The number of the item among all. */
  at: number
  /** Whether it is in the tab order. */
  isActive: boolean
  /** Sizes in pixels. */
  side: number
  onView(id: string): void
  onMessage(): void
}

export function Tile({ item: { attachment, message }, at, isActive, side, onView, onMessage }: Props) {
  if (attachment === null) return null
  const { id, url, kind, state, filename } = attachment
  const name = message.is_from_me ? t('thread.from_you') : message.sender
  const shared = {
    className: styles.tile,
    'data-at': at,
    tabIndex: isActive ? 0 : -1,
    style: { inlineSize: side, blockSize: side },
  }
  if (state !== 'ready')
    return (
      <button type="button" {...shared} onClick={onMessage} title={t('gallery.absent')}>
        <CloudOff size={22} aria-hidden />
        <span className={styles.filename} dir="auto">
          {filename}
        </span>
        <span className="visually-hidden">{t('gallery.absent')}</span>
      </button>
    )
  if (kind === 'image')
    return (
      <button type="button" {...shared} onClick={() => onView(id)}>
        <img src={thumbnailOf(url, side)} alt={altOf(attachment, message)} loading="lazy" decoding="async" />
      </button>
    )
  return (
    <button
      type="button"
      {...shared}
      aria-label={t('gallery.video_from', { name, time: dateAndTimeOf(message.ts) })}
      onClick={() => onView(id)}
    >
      <video src={`${fileAddress(url)}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} aria-hidden />
      <Play className={styles.play} size={28} aria-hidden />
    </button>
  )
}
