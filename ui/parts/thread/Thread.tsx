/** What was written in one conversation. */
import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { asking } from '../../api/ask.ts'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import { PendingBubbles } from '../outbox/PendingBubbles.tsx'

export interface ThreadProps {
  guid: string
  /** Undefined until it has been asked for. */
  conversation: Conversation | undefined
  /** ROWID of the message to show first; the newest otherwise. */
  at: number | undefined
  /** What was searched for, to be marked. */
  highlight: string | undefined
}

export function Thread({ guid, conversation }: ThreadProps) {
  const { data, error, refetch } = useQuery(asking('list_messages', { guid }))
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />
  if (data === undefined) return <Skeleton />
  return (
    <>
      <h1>
        <bdi>{conversation?.display_name}</bdi>
      </h1>
      <ol>
        {data.map((message) => (
          <li key={message.rowid}>
            <p dir="auto">{message.text}</p>
          </li>
        ))}
      </ol>
      <PendingBubbles guid={guid} shownRowids={new Set(data.map(({ rowid }) => rowid))} />
    </>
  )
}
