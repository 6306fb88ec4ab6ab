/** The header of a conversation: its people and the buttons for finding, dates, its media and its details. */
import { CalendarDays, ChevronLeft, Images, Info, Search } from 'lucide-react'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { lazyPart } from '../../kit/lazy-part.ts'
import { paths } from '../../routes.ts'
import { LineChip } from '../lines/lines.tsx'
import styles from './ThreadHeader.module.css'
import { useViews } from './use-views.ts'

const ArchiveButton = lazyPart(() => withPageTexts(import('./ArchiveButton.tsx')))

interface Props {
  guid: string
  conversation: Conversation | undefined
  onFind(): void
  onDate(): void
}

export function ThreadHeader({ guid, conversation, onFind, onDate }: Props) {
  const { isOpen, open, close } = useViews(guid)
  const showsDetails = isOpen('details')
  return (
    <header className={styles.header}>
      <Link
        className={styles.back}
        href={conversation?.archived ? paths.archived() : paths.messages()}
        aria-label={t('thread.back')}
      >
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
        {conversation !== undefined && (
          <p>
            <LineChip guid={conversation.guid} /> {subtitleOf(conversation)}
          </p>
        )}
      </div>
      <ErrorBoundary fallback={null}>
        <Suspense>{conversation !== undefined && <ArchiveButton conversation={conversation} />}</Suspense>
      </ErrorBoundary>
      <IconButton label={t('thread.find')} aria-keyshortcuts="Control+Shift+F Meta+Shift+F" onClick={onFind}>
        <Search size={18} aria-hidden />
      </IconButton>
      <IconButton label={t('thread.to_date')} aria-haspopup="dialog" onClick={onDate}>
        <CalendarDays size={18} aria-hidden />
      </IconButton>
      <span className={styles.roomy}>
        <IconButton label={t('thread.media')} onClick={() => open(paths.media(guid))}>
          <Images size={18} aria-hidden />
        </IconButton>
      </span>
      <IconButton
        label={t('thread.info')}
        aria-expanded={showsDetails}
        disabled={conversation === undefined}
        onClick={() => (showsDetails ? close() : open(paths.details(guid)))}
      >
        <Info size={18} aria-hidden />
      </IconButton>
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
