/** The pictures of a message, one at a time and as large as the window. */
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { useOpenModal } from '../../kit/Dialog.tsx'
import { altOf } from './alt.ts'
import styles from './Lightbox.module.css'

interface Props {
  message: Message
  /** Id of the picture to begin with. */
  first: string
  onClose(): void
}

const largest = 6
const step = 1.5
/** What every browser shows; anything else is asked for as JPEG. */
const shownByAll = /^image\/(jpeg|png|gif|webp|avif)$/

export default function Lightbox({ message, first, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useOpenModal(dialog)
  const pictures = message.attachments.filter(({ kind, state }) => kind === 'image' && state === 'ready')
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === first),
    ),
  )
  const [scale, setScale] = useState(1)
  const picture = pictures[at]
  const zoom = (by: number) => setScale((now) => Math.min(largest, Math.max(1, now * by)))
  const go = (by: number) => {
    setScale(1)
    setAt((now) => Math.min(pictures.length - 1, Math.max(0, now + by)))
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': () => zoom(step),
    '-': () => zoom(1 / step),
    '0': () => setScale(1),
  }
  if (picture === undefined) return null
  const { url, mime_type, filename } = picture
  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={t('media.viewer')}
      onClose={onClose}
      onKeyDown={(event) => {
        keys[event.key]?.()
        if (event.key in keys) event.stopPropagation()
      }}
    >
      <div className={styles.bar}>
        {pictures.length > 1 && (
          <>
            <IconButton label={t('media.previous')} disabled={at === 0} onClick={() => go(-1)}>
              <ChevronLeft size={20} aria-hidden />
            </IconButton>
            <IconButton label={t('media.next')} disabled={at === pictures.length - 1} onClick={() => go(1)}>
              <ChevronRight size={20} aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton label={t('media.smaller')} onClick={() => zoom(1 / step)}>
          <ZoomOut size={20} aria-hidden />
        </IconButton>
        <IconButton label={t('media.larger')} onClick={() => zoom(step)}>
          <ZoomIn size={20} aria-hidden />
        </IconButton>
        <a href={url} download={filename} aria-label={t('media.download', { name: filename })}>
          <Download size={20} aria-hidden />
        </a>
        <IconButton label={t('kit.close')} onClick={() => dialog.current?.close()}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.stage} onWheel={({ deltaY, ctrlKey }) => ctrlKey && zoom(deltaY < 0 ? 1.1 : 1 / 1.1)}>
        <img
          src={shownByAll.test(mime_type) ? url : `${url}?format=jpeg`}
          alt={altOf(picture, message)}
          style={{ transform: scale === 1 ? undefined : `scale(${scale})` }}
        />
      </div>
    </dialog>
  )
}
