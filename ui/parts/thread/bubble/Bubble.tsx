/** One message: its author, text and attachments, reactions and status. */
import { memo } from 'react'
import type { LinkPreview, Message } from '../../../../src/contract/message.ts'
import { timeOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Avatar } from '../../../kit/Avatar.tsx'
import { PluginSlot } from '../../../slots/PluginSlot.tsx'
import { Attachments } from '../../media/Attachments.tsx'
import { MessageMenu } from '../../message-menu/MessageMenu.tsx'
import { useOpenAction } from '../../message-menu/open-action.ts'
import { useMenuOpening } from '../../message-menu/use-menu-opening.ts'
import type { MessageLine } from '../lines/lines.ts'
import { emojiCount } from '../text/emoji-only.ts'
import { MessageText } from '../text/MessageText.tsx'
import styles from './Bubble.module.css'
import { Meta } from './Meta.tsx'
import { reactionWords } from './reaction-words.ts'

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

/** The preview of a link as Messages stored it. */
function Preview({ preview }: { preview: LinkPreview }) {
  const { url, title, summary, site_name, image_url } = preview
  if (!/^https?:\/\//i.test(url)) return null
  return (
    <a className={styles.preview} href={url} target="_blank" rel="noopener noreferrer">
      {image_url !== null && <img src={image_url} alt="" decoding="async" />}
      <span>
        <b dir="auto">{title ?? url}</b>
        {summary !== null && <span dir="auto">{summary}</span>}
        <small dir="auto">{site_name ?? hostOf(url)}</small>
      </span>
    </a>
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

interface QuoteProps {
  answered: Message['reply_to']
  onJump(rowid: number): void
}

/** The message that this one replies to; a click leads to it. */
function Quote({ answered, onJump }: QuoteProps) {
  if (answered === null) return <p className={styles.quote}>{t('thread.answers_unknown')}</p>
  const { rowid, is_from_me, sender, text } = answered
  return (
    <button type="button" className={styles.quote} onClick={() => onJump(rowid)}>
      <b>{t('thread.answers', { name: is_from_me ? t('thread.you') : sender })}</b>
      <span dir="auto">{text || t('thread.attachment')}</span>
    </button>
  )
}

const mostShown = 3

/** The reactions to a message as a chip at its corner; a click shows who gave them. */
function Reactions({ message }: { message: Message }) {
  const act = useOpenAction()
  const details = message.tapback_details
  if (details.length === 0) return null
  const emojis = [...new Set(details.map(({ emoji }) => emoji ?? '🏷️'))]
  return (
    <button
      type="button"
      className={styles.reactions}
      aria-label={reactionWords(details)}
      onClick={() => act({ what: 'reactions', message })}
    >
      <span aria-hidden>{emojis.slice(0, mostShown).join('')}</span>
      {details.length > 1 && <span aria-hidden>{details.length}</span>}
    </button>
  )
}
