/** One conversation: its messages and its composer. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { ErrorState } from '../../kit/States.tsx'
import { Composer } from '../../parts/composer/Composer.tsx'
import { Thread } from '../../parts/thread/Thread.tsx'

export function ConversationView({ guid }: { guid: string }) {
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
  const at = Number(asked.get('m')) || undefined
  return (
    <>
      <Thread guid={guid} conversation={conversation} at={at} highlight={asked.get('q') ?? undefined} />
      {conversation !== undefined && <Composer conversation={conversation} />}
    </>
  )
}
