/** A picture in a conversation: a thumbnail that opens the lightbox. */
import type { Attachment, Message } from '../../../src/contract/message.ts'
import { useAct } from '../message-menu/act.ts'
import styles from './Attachments.module.css'
import { altOf } from './alt.ts'
import { boxOf, thumbnailOf } from './boxes.ts'

interface Props {
  picture: Attachment
  message: Message
  isAlone: boolean
}

export function Picture({ picture, message, isAlone }: Props) {
  const act = useAct()
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
