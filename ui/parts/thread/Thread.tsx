/** What was written in one conversation. */
import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { dayOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { usePending } from '../../outbox/use-pending.ts'
import { paths } from '../../routes.ts'
import { PendingBubbles } from '../outbox/PendingBubbles.tsx'
import bubble from './bubble/Bubble.module.css'
import { Bubble } from './bubble/Bubble.tsx'
import type { Line } from './lines/lines.ts'
import { MessageList } from './list/MessageList.tsx'
import { ThreadHeader } from './ThreadHeader.tsx'
import { useReading } from './useReading.ts'
import { useThread } from './useThread.ts'
import { useToday } from './useToday.ts'

export interface ThreadProps {
  guid: string
  /** Undefined until it has been asked for. */
  conversation: Conversation | undefined
  /** ROWID of the message to show first; the newest otherwise. */
  at: number | undefined
  /** What was searched for, to be marked. */
  highlight: string | undefined
}

export function Thread(props: ThreadProps) {
  const { guid, conversation, highlight } = props
  const { thread, window, lines, isReady, error, target, follow, goBack, toNewest, newCount, setAtEnd } =
    useThread(props)
  const setReadTo = useReading(guid, window.rows.at(-1)?.rowid)
  const [, navigate] = useLocation()
  const now = useToday()
  const pending = usePending(guid)
  const shownRowids = useMemo(() => new Set(window.rows.map(({ rowid }) => rowid)), [window.rows])
  const onEnd = useCallback(
    (is: boolean) => {
      setAtEnd(is)
      setReadTo(is)
    },
    [setAtEnd, setReadTo],
  )
  const goToNewest = () => {
    toNewest()
    navigate(paths.conversation(guid), { replace: true })
  }
  return (
    <>
      <ThreadHeader conversation={conversation} />
      {!isReady && error !== null && <ErrorState error={error} onRetry={() => void thread.showNewest()} />}
      {!isReady && error === null && <Skeleton />}
      {isReady && window.rows.length === 0 && pending.length === 0 && <EmptyState title={t('thread.empty')} />}
      {isReady && (window.rows.length > 0 || pending.length > 0) && (
        <MessageList
          {...{ lines, now, newCount, highlight, target, onEnd }}
          ownCount={pending.length}
          hasOlder={window.hasOlder}
          hasNewer={window.hasNewer}
          loadOlder={thread.loadOlder}
          loadNewer={thread.loadNewer}
          onToNewest={goToNewest}
          onReturn={goBack}
          renderLine={(line) => <ShownLine {...{ line, now, guid, conversation, shownRowids, onJump: follow }} />}
        />
      )}
    </>
  )
}

interface LineProps {
  line: Line
  now: Date
  guid: string
  conversation: Conversation | undefined
  shownRowids: ReadonlySet<number>
  onJump(rowid: number, from: number): void
}

function ShownLine({ line, now, guid, conversation, shownRowids, onJump }: LineProps) {
  switch (line.kind) {
    case 'day':
      return <p className={`${bubble.divider} ${bubble.day}`}>{dayOf(line.message.ts, now)}</p>
    case 'new':
      return <p className={`${bubble.divider} ${bubble.new}`}>{t('thread.new')}</p>
    case 'service':
      return <p className={bubble.divider}>{serviceWords(line.message.service)}</p>
    case 'end':
      return (
        <div className={bubble.end}>
          <PendingBubbles guid={guid} shownRowids={shownRowids} service={conversation?.service} />
        </div>
      )
    case 'message': {
      const person = conversation?.participants.find(({ handle }) => handle === line.message.handle)
      return (
        <Bubble
          line={line}
          guid={guid}
          isGroup={conversation?.is_group ?? false}
          avatarUrl={person?.avatar_url ?? null}
          onJump={onJump}
        />
      )
    }
  }
}

const serviceWords = (service: string): string =>
  service === 'iMessage' ? t('thread.imessage') : t('thread.service', { service })
