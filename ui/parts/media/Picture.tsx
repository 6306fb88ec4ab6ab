/** A picture in a conversation: small in its place, whole when it is pressed. */
import { lazy, Suspense, useState } from 'react'
import type { Attachment, Message } from '../../../src/contract/message.ts'
import styles from './Attachments.module.css'
import { altOf } from './alt.ts'
import { boxOf, thumbnailOf } from './boxes.ts'

const Lightbox = lazy(() => import('./Lightbox.tsx'))

interface Props {
  picture: Attachment
  message: Message
  isAlone: boolean
}

export function Picture({ picture, message, isAlone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const box = isAlone ? boxOf(picture) : { width: 200, height: 200 }
  const alt = altOf(picture, message)
  return (
    <span data-sticker={picture.is_sticker || undefined}>
      <button
        type="button"
        className={styles.picture}
        style={{ inlineSize: isAlone ? box.width : '100%', aspectRatio: box.width / box.height }}
        onClick={() => setOpen(true)}
      >
        <img
          src={thumbnailOf(picture.url, box.width)}
          alt={alt}
          width={box.width}
          height={box.height}
          loading="lazy"
          decoding="async"
        />
      </button>
      {isOpen && (
        <Suspense>
          <Lightbox message={message} first={picture.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
