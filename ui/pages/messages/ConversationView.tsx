/**
 * Shows one conversation: its messages and its composer. The gallery covers them without changing them; the details are
 * beside them.
 */
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { Redirect, useSearch } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { asking } from '../../api/ask.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { ErrorState } from '../../kit/States.tsx'
import { Composer } from '../../parts/composer/Composer.tsx'
import { Thread } from '../../parts/thread/Thread.tsx'
import { paths } from '../../routes.ts'
import styles from './MessagesPage.module.css'

/** The views that may be open over the messages, by the last part of the address. */
const views: Partial<Record<string, ComponentType<{ conversation: Conversation }>>> = {
  media: lazyPart(() => withPageTexts(import('../../parts/gallery/Gallery.tsx'))),
  details: lazyPart(() => withPageTexts(import('../../parts/contact-panel/ContactPanel.tsx'))),
}

export default function ConversationView({ guid, view = '' }: { guid: string; view: string | undefined }) {
  const { data: conversation, error, refetch } = useQuery(asking('get_conversation', { guid }))
  const asked = new URLSearchParams(useSearch())
  if (error !== null && conversation === undefined)
    return (
      <>
        <h1 className="visually-hidden" tabIndex={-1}>
          {t('shell.messages')}
        </h1>
        <ErrorState error={error} onRetry={refetch} />
      </>
    )
  // Another address of the same person leads to the one conversation, under which drafts and rows are kept.
  if (conversation !== undefined && conversation.addresses.length > 1 && conversation.guid !== guid)
    return <Redirect to={`${paths.conversation(conversation.guid)}${view && `/${view}`}?${asked}`} replace />
  const at = Number(asked.get('m')) || undefined
  const View = views[view]
  const isCovered = view === 'media'
  // An overlay over the messages has no heading of its own before it is loaded.
  const loading = isCovered && <h1 className="visually-hidden">{conversation?.display_name ?? t('shell.messages')}</h1>
  return (
    <div className={styles.conversation}>
      <div className={styles.thread} inert={isCovered}>
        <Thread
          guid={guid}
          conversation={conversation}
          at={at}
          isCovered={isCovered}
          highlight={asked.get('q') ?? undefined}
        />
        {conversation !== undefined && (
          <Composer
            key={guid}
            to={{ guid, from: conversation.line }}
            service={conversation.service}
            addresses={conversation.addresses}
          />
        )}
      </div>
      <Suspense fallback={loading}>
        {View !== undefined && (conversation === undefined ? loading : <View conversation={conversation} />)}
      </Suspense>
    </div>
  )
}
