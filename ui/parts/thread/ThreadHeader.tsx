/** The header of a conversation: its people and the buttons for finding, dates and details. */
import { CalendarDays, ChevronLeft, Info, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { lazyPart } from '../../kit/lazy-part.ts'
import { paths } from '../../routes.ts'
import styles from './ThreadHeader.module.css'

const InfoDialog = lazyPart(() => import('./InfoDialog.tsx'))

interface Props {
  conversation: Conversation | undefined
  onFind(): void
  onDate(): void
}

export function ThreadHeader({ conversation, onFind, onDate }: Props) {
  const [showsInfo, setShowsInfo] = useState(false)
  return (
    <header className={styles.header}>
      <Link className={styles.back} href={paths.home()} aria-label={t('thread.back')}>
        <ChevronLeft size={22} aria-hidden />
      </Link>
      {conversation !== undefined && (
        <Avatar
          name={conversation.display_name}
          seed={conversation.handle}
          url={conversation.is_group ? null : conversation.participants[0]?.avatar_url}
          isGroup={conversation.is_group}
          size={34}
        />
      )}
      <div className={styles.names}>
        <h1 tabIndex={-1}>
          <bdi>{conversation?.display_name}</bdi>
        </h1>
        {conversation !== undefined && <p>{subtitleOf(conversation)}</p>}
      </div>
      <IconButton label={t('thread.find')} aria-keyshortcuts="Control+Shift+F Meta+Shift+F" onClick={onFind}>
        <Search size={18} aria-hidden />
      </IconButton>
      <IconButton label={t('thread.to_date')} onClick={onDate}>
        <CalendarDays size={18} aria-hidden />
      </IconButton>
      <IconButton label={t('thread.info')} disabled={conversation === undefined} onClick={() => setShowsInfo(true)}>
        <Info size={18} aria-hidden />
      </IconButton>
      <Suspense>
        {showsInfo && conversation !== undefined && (
          <InfoDialog conversation={conversation} onClose={() => setShowsInfo(false)} />
        )}
      </Suspense>
    </header>
  )
}

function subtitleOf({ is_group, participants, service, handle, display_name }: Conversation) {
  if (is_group)
    return (
      <>
        {t('thread.people', { count: participants.length })} · {service}
      </>
    )
  return (
    <>
      {handle !== display_name && (
        <>
          <bdi>{handle}</bdi> ·{' '}
        </>
      )}
      {service}
    </>
  )
}
