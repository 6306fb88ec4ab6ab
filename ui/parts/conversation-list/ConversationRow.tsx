/** One row of the list: a link to the conversation and the button for its menu. */
import { Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'
import { useDrafts } from '../../drafts/drafts.ts'
import { IconButton } from '../../kit/Button.tsx'
import type { Box } from '../../kit/floating.ts'
import { useLongPress } from '../../kit/use-long-press.ts'
import { paths } from '../../routes.ts'
import { ConversationAvatar } from './ConversationAvatar.tsx'
import styles from './ConversationRow.module.css'
import { RowText } from './RowText.tsx'
import { titleOf } from './row-words.ts'

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
  const draft = useDrafts().get(guid)
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
        <RowText conversation={conversation} draft={isCurrent ? undefined : draft} />
      </Link>
      <span className={styles.more}>
        <IconButton
          label={t('list.more', { name: titleOf(conversation) })}
          tabIndex={isActive ? 0 : -1}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(currentTarget.getBoundingClientRect())}
        >
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}

export const ConversationRow = memo(Row, (before, now) =>
  (Object.keys(now) as (keyof Props)[]).every((name) => name === 'onMenu' || before[name] === now[name]),
)
