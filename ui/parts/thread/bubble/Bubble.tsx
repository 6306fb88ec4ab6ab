/** Shows one message: its author, text and attachments, reactions and status. */

import { memo } from 'react'
import type { LinkPreview, Message } from '../../../../src/contract/message.ts'
import { fileAddress } from '../../../api/file-address.ts'
import { dateAndTimeOf, timeOf, whenOf } from '../../../catalogue/dates.ts'
import { t } from '../../../catalogue/texts.ts'
import { Avatar } from '../../../kit/Avatar.tsx'
import { PluginSlot } from '../../../slots/PluginSlot.tsx'
import { Attachments } from '../../media/Attachments.tsx'
import { MessageMenu } from '../../message-menu/MessageMenu.tsx'
import { useOpenAction } from '../../message-menu/open-action.ts'
import { useMenuOpening } from '../../message-menu/use-menu-opening.ts'
import type { MessageLine } from '../lines/lines.ts'
import { emojiCount } from '../text/emoji-only.ts'
import { tokensOf } from '../text/tokens.ts'
import styles from './Bubble.module.css'
import { useBubbleMark } from './bubble-mark.ts'
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
  const { Mark } = useBubbleMark()
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
      <div className={styles.stack} data-bubble data-reacted={tapback_details.length > 0 || undefined}>
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
      {Mark && <Mark message={message} />}
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
      {image_url !== null && <img src={fileAddress(image_url)} alt="" decoding="async" />}
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
      <b>{is_from_me ? t('thread.answers_you') : t('thread.answers', { name: sender })}</b>
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

/** The line below a message: its time, whether it was edited, and its delivery status. */
function Meta({ line: { message, endsGroup } }: { line: MessageLine }) {
  const act = useOpenAction()
  const { edited, edits, effect, ts, status } = message
  const hasFailed = status === 'failed'
  if (!endsGroup && !edited && !hasFailed && effect === null) return null
  return (
    <div className={styles.meta}>
      {endsGroup && (
        <time dateTime={ts} title={dateAndTimeOf(ts)}>
          {timeOf(ts)}
        </time>
      )}
      {effect !== null && <span>{t('thread.effect', { effect })}</span>}
      {edited && edits.length === 0 && <span>{t('thread.edited')}</span>}
      {edited && edits.length > 0 && (
        <button type="button" onClick={() => act({ what: 'edits', message })}>
          {t('thread.edited')}
        </button>
      )}
      {(endsGroup || hasFailed) && status !== null && (
        <span className={hasFailed ? styles.failed : undefined}>{statusWords(message)}</span>
      )}
    </div>
  )
}

/** Puts the delivery status of the user's own message into words. */
function statusWords({
  status,
  error_code,
  read_at,
  ts,
}: Pick<Message, 'status' | 'error_code' | 'read_at' | 'ts'>): string {
  switch (status) {
    case 'failed':
      return error_code === null ? t('thread.failed') : t('thread.failed_code', { code: String(error_code) })
    case 'read':
      // The day of the message stands above it.
      return t('thread.read', { time: read_at === null ? '' : whenOf(read_at, new Date(ts)) }).trim()
    case 'delivered':
      return t('thread.delivered')
    case 'sent':
      return t('thread.sent')
    case 'pending':
      return t('thread.sending')
    default:
      return ''
  }
}

/** The text of a message with its links and mentions. */
function MessageText({ text, mentions }: Pick<Message, 'text' | 'mentions'>) {
  let at = 0
  return tokensOf(text, mentions).map((token) => {
    const key = at
    at += token.text.length
    if (token.kind === 'words') return token.text
    if (token.kind === 'mention') return <strong key={key}>{token.text}</strong>
    return (
      <a key={key} href={token.href} target="_blank" rel="noopener noreferrer">
        {token.text}
      </a>
    )
  })
}
