/** A link or a file of the gallery, with who sent it and when, and the way to its message. */

import { File, FileAudio, Globe, MapPin, MessageSquare, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MediaItem } from '../../../src/contract/media.ts'
import { fileAddress } from '../../api/file-address.ts'
import { dateAndTimeOf, shortTimeOf } from '../../catalogue/dates.ts'
import { sizeOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { thumbnailOf } from '../media/boxes.ts'
import styles from './Gallery.module.css'

interface Props {
  item: MediaItem
  /** The number of the item among all. */
  at: number
  /** Whether it is in the tab order. */
  isActive: boolean
  onMessage(): void
}

export function LinkRow({ item: { link, message }, ...place }: Props) {
  if (link === null) return null
  const { url, title, site_name, image_url } = link
  const host = site_name ?? hostOf(url)
  const content = (
    <>
      <span className={styles.thumb}>
        {image_url === null ? (
          <Globe size={20} aria-hidden />
        ) : (
          <img src={thumbnailOf(image_url, 0)} alt="" loading="lazy" decoding="async" />
        )}
      </span>
      <span className={styles.words}>
        <strong dir="auto">{title ?? url}</strong>
        <About message={message} before={host} />
      </span>
    </>
  )
  return (
    <Row {...place}>
      <a
        className={styles.main}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        data-at={place.at}
        tabIndex={place.isActive ? 0 : -1}
      >
        {content}
      </a>
    </Row>
  )
}

const icons = { image: File, video: File, audio: FileAudio, contact: UserRound, location: MapPin, file: File }

export function FileRow({ item: { attachment, message }, ...place }: Props) {
  if (attachment === null) return null
  const { kind, filename, size, state, url } = attachment
  const Icon = icons[kind]
  const content = (
    <>
      <span className={styles.thumb}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={styles.words}>
        <strong dir="auto">{filename}</strong>
        <About message={message} before={state === 'ready' ? sizeOf(size) : t(`media.${state}`)} />
      </span>
    </>
  )
  const shared = { className: styles.main, 'data-at': place.at, tabIndex: place.isActive ? 0 : -1 }
  return (
    <Row {...place}>
      {state === 'ready' ? (
        <a {...shared} href={fileAddress(url)} download={filename} title={t('media.download', { name: filename })}>
          {content}
        </a>
      ) : (
        <button type="button" {...shared} onClick={place.onMessage}>
          {content}
        </button>
      )}
    </Row>
  )
}

const Row = ({ isActive, onMessage, children }: Omit<Props, 'item'> & { children: ReactNode }) => (
  <div className={styles.row}>
    {children}
    <IconButton label={t('media.to_message')} tabIndex={isActive ? 0 : -1} onClick={onMessage}>
      <MessageSquare size={18} aria-hidden />
    </IconButton>
  </div>
)

const About = ({ message, before }: { message: MediaItem['message']; before: string }) => (
  <small>
    <bdi>{before}</bdi> · <bdi>{message.is_from_me ? t('thread.you') : message.sender}</bdi> ·{' '}
    <time dateTime={message.ts} title={dateAndTimeOf(message.ts)}>
      {shortTimeOf(message.ts)}
    </time>
  </small>
)

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url)
