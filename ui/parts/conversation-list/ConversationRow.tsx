/** Shows one row of the list: a link to the conversation and the button for its menu. */
import { BellOff, Pin } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { dateAndTimeOf, shortTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { useDrafts } from '../../drafts/drafts.ts'
import { foundAt } from '../../drafts/found-at.ts'
import { IconButton } from '../../kit/Button.tsx'
import type { Box } from '../../kit/box.ts'
import { Dots } from '../../kit/Dots.tsx'
import { useLongPress } from '../../kit/use-long-press.ts'
import { paths, viewedKey } from '../../routes.ts'
import { useIsMuted } from '../../state/mutes.ts'
import { usePins } from '../../state/pins.ts'
import { LineChip } from '../lines/lines.tsx'
import { ConversationAvatar } from './ConversationAvatar.tsx'
import styles from './ConversationRow.module.css'
import { badgeOf, previewOf, titleOf } from './row-words.ts'

interface Props {
  conversation: Conversation
  index: number
  start: number
  height: number
  /** Undefined while there may be more rows. */
  count: number | undefined
  isCurrent: boolean
  /** Whether the row is the one in the tab order. */
  isActive: boolean
  onFocus: (guid: string) => void
  onMenu: (at: Box) => void
}

function Row({ conversation, index, start, height, count = -1, isCurrent, isActive, onFocus, onMenu }: Props) {
  const { guid } = conversation
  const [, draft] = foundAt(useDrafts(), conversation) ?? []
  const press = useLongPress(onMenu)
  return (
    <li
      className={styles.row}
      style={{ transform: `translateY(${start}px)`, blockSize: height }}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      <Link
        href={paths.conversation(guid)}
        className={styles.link}
        data-guid={guid}
        data-unread={conversation.unread_count > 0 || undefined}
        tabIndex={isActive ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        draggable={false}
        onFocus={() => onFocus(guid)}
        {...press}
      >
        <ConversationAvatar conversation={conversation} />
        <RowText conversation={conversation} draft={isCurrent || viewedKey !== undefined ? undefined : draft} />
      </Link>
      {viewedKey === undefined && (
        <span className={styles.more}>
          <IconButton
            label={t('list.more', { name: titleOf(conversation) })}
            tabIndex={isActive ? 0 : -1}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => onMenu(currentTarget.getBoundingClientRect())}
          >
            <Dots size={16} />
          </IconButton>
        </span>
      )}
    </li>
  )
}

export const ConversationRow = memo(Row, (before, now) =>
  (Object.keys(now) as (keyof Props)[]).every((name) => name === 'onMenu' || before[name] === now[name]),
)

/** The two lines of text in a row. */
function RowText({ conversation, draft }: { conversation: Conversation; draft: string | undefined }) {
  const { guid, last_message_ts, service, unread_count } = conversation
  const muted = useIsMuted(conversation)
  const isPinned = usePins().includes(guid)
  const { from, text, isDraft } = previewOf(conversation, draft)
  return (
    <span className={styles.text}>
      <span className={styles.line}>
        <bdi className={styles.name}>{titleOf(conversation)}</bdi>
        <LineChip guid={guid} />
        {service !== 'iMessage' && service !== '' && <span className={styles.service}>{service}</span>}
        {muted && <BellOff size={13} className={styles.sign} role="img" aria-label={t('list.muted')} />}
        {isPinned && <Pin size={13} className={styles.sign} role="img" aria-label={t('list.pinned')} />}
        <time className={styles.time} dateTime={last_message_ts} title={dateAndTimeOf(last_message_ts)}>
          {shortTimeOf(last_message_ts)}
        </time>
      </span>
      <span className={styles.line}>
        <span className={styles.preview}>
          {from !== undefined && <bdi className={isDraft ? styles.draft : styles.from}>{from}</bdi>}
          <bdi dir="auto" className={styles.words}>
            {text}
          </bdi>
        </span>
        {unread_count > 0 && <Badge count={unread_count} isQuiet={muted} />}
      </span>
    </span>
  )
}

const Badge = ({ count, isQuiet }: { count: number; isQuiet: boolean }) => (
  <span className={styles.badge} data-quiet={isQuiet || undefined}>
    <span aria-hidden>{badgeOf(count)}</span>
    <span className="visually-hidden">{t('list.unread_count', { count })}</span>
  </span>
)
