/** Shows the attachments of a message: pictures side by side, videos, sound and other files. */

import { File, FileAudio, Image, MapPin, UserRound } from 'lucide-react'
import { Suspense } from 'react'
import type { Attachment, Message } from '../../../src/contract/message.ts'
import { fileAddress } from '../../api/file-address.ts'
import { sizeOf } from '../../catalogue/numbers.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { useOpenAction } from '../message-menu/open-action.ts'
import styles from './Attachments.module.css'
import { altOf } from './alt.ts'
import { boxOf, thumbnailOf } from './boxes.ts'

const VoiceNote = lazyPart(() => withPageTexts(import('./VoiceNote.tsx')))

export function Attachments({ message }: { message: Message }) {
  const isPicture = ({ kind, state }: Attachment) => kind === 'image' && state === 'ready'
  const pictures = message.attachments.filter(isPicture)
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.album} data-alone={pictures.length === 1 || undefined}>
          {pictures.map((picture) => (
            <Picture key={picture.id} picture={picture} message={message} isAlone={pictures.length === 1} />
          ))}
        </div>
      )}
      {message.attachments
        .filter((attachment) => !isPicture(attachment))
        .map((attachment) => (
          <Other key={attachment.id} attachment={attachment} message={message} />
        ))}
    </>
  )
}

function Other({ attachment, message }: { attachment: Attachment; message: Message }) {
  const { kind, state, url, filename } = attachment
  if (state !== 'ready') return <Card attachment={attachment} />
  if (kind === 'video')
    return (
      <video
        className={styles.picture}
        {...boxOf(attachment)}
        src={fileAddress(url)}
        controls
        preload="none"
        aria-label={filename}
      />
    )
  if (kind === 'audio')
    return (
      <Suspense fallback={<div className={styles.sound} />}>
        <VoiceNote recording={attachment} message={message} />
      </Suspense>
    )
  return <Card attachment={attachment} />
}

const icons = { image: Image, video: Image, audio: FileAudio, contact: UserRound, location: MapPin, file: File }

function Card({ attachment: { kind, filename, size, state, mime_type, url } }: { attachment: Attachment }) {
  const Icon = icons[kind]
  const about = state === 'ready' ? `${sizeOf(size)} · ${mime_type}` : t(`media.${state}`)
  const content = (
    <>
      <Icon size={22} aria-hidden />
      <span>
        <bdi>{filename}</bdi>
        <small>{about}</small>
      </span>
    </>
  )
  if (state !== 'ready') return <div className={styles.card}>{content}</div>
  return (
    <a
      className={styles.card}
      href={fileAddress(url)}
      download={filename}
      title={t('media.download', { name: filename })}
    >
      {content}
    </a>
  )
}

interface Props {
  picture: Attachment
  message: Message
  isAlone: boolean
}

/** A picture in a conversation: a thumbnail that opens the lightbox. */
function Picture({ picture, message, isAlone }: Props) {
  const act = useOpenAction()
  const { id, url, is_sticker } = picture
  const box = isAlone ? boxOf(picture) : { width: 200, height: 200 }
  const image = (
    <img
      src={thumbnailOf(url, box.width)}
      alt={altOf(picture, message)}
      width={box.width}
      height={box.height}
      decoding="async"
    />
  )
  const room = { inlineSize: isAlone ? box.width : '100%', aspectRatio: box.width / box.height }
  if (is_sticker)
    return (
      <span className={styles.sticker} style={room}>
        {image}
      </span>
    )
  return (
    <button type="button" className={styles.picture} style={room} onClick={() => act({ what: 'view', id })}>
      {image}
    </button>
  )
}
