/** One message: its author, text and attachments, reactions and status. */
import { memo } from 'react'
import { timeOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Avatar } from '../../../kit/Avatar.tsx'
import { PluginSlot } from '../../../slots/PluginSlot.tsx'
import { Attachments } from '../../media/Attachments.tsx'
import { MessageMenu } from '../../message-menu/MessageMenu.tsx'
import { useMenuOpening } from '../../message-menu/use-menu-opening.ts'
import type { MessageLine } from '../lines/lines.ts'
import { emojiCount } from '../text/emoji-only.ts'
import { MessageText } from '../text/MessageText.tsx'
import styles from './Bubble.module.css'
import { Meta } from './Meta.tsx'
import { Preview } from './Preview.tsx'
import { Quote } from './Quote.tsx'
import { Reactions } from './Reactions.tsx'

interface Props {
  line: MessageLine
  isGroup: boolean
  avatarUrl: string | null
  onJump(rowid: number): void
}

export const Bubble = memo(function Bubble({ line, isGroup, avatarUrl, onJump }: Props) {
  const { message, startsGroup, endsGroup } = line
  const opening = useMenuOpening(message)
  if (message.kind === 'system')
    return (
      <p className={styles.system} dir="auto">
        <span>{message.text}</span>
      </p>
    )
  const { is_from_me, sender, handle, service, tapback_details, reply_to_guid, reply_to, ts } = message
  const isOthers = isGroup && !is_from_me
  return (
    <div
      {...opening}
      className={styles.row}
      data-row
      data-me={is_from_me || undefined}
      data-sms={service === 'iMessage' ? undefined : true}
      data-group={isGroup || undefined}
      data-starts={startsGroup || undefined}
      data-ends={endsGroup || undefined}
    >
      {isOthers && startsGroup ? (
        <p className={styles.sender}>
          <bdi>{sender}</bdi>
        </p>
      ) : (
        <span className="visually-hidden">{is_from_me ? t('thread.you') : sender}</span>
      )}
      {reply_to_guid !== null && <Quote answered={reply_to} onJump={onJump} />}
      <div className={styles.stack} data-reacted={tapback_details.length > 0 || undefined}>
        <Content line={line} />
        <Reactions message={message} />
        {!endsGroup && (
          <time className={styles.time} dateTime={ts}>
            {timeOf(ts)}
          </time>
        )}
        <MessageMenu message={message} />
        <PluginSlot slot="message.toolbar" props={{ msgRowid: message.rowid, fromMe: is_from_me }} />
      </div>
      <Meta line={line} />
      {isOthers && endsGroup && (
        <span className={styles.avatar}>
          <Avatar name={sender} seed={handle} url={avatarUrl} size={30} />
        </span>
      )}
    </div>
  )
})

function Content({ line: { message } }: { line: MessageLine }) {
  if (message.unsent) return <p className={styles.unsent}>{t('thread.unsent')}</p>
  const { text, subject, mentions, attachments, link_preview } = message
  const isLarge = subject === null && emojiCount(text) > 0
  return (
    <>
      {attachments.length > 0 && <Attachments message={message} />}
      {(text !== '' || subject !== null) && (
        <div className={isLarge ? styles.large : styles.bubble} dir="auto">
          {subject !== null && (
            <strong>
              {subject}
              {'\n'}
            </strong>
          )}
          <MessageText text={text} mentions={mentions} />
        </div>
      )}
      {link_preview !== null && <Preview preview={link_preview} />}
    </>
  )
}
