/** The messages of one conversation. */
import { Suspense, useCallback, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { usePending } from '../../outbox/use-pending.ts'
import { paths } from '../../routes.ts'
import { ActingProvider } from '../message-menu/act.ts'
import { AroundThread, type Opened } from './AroundThread.tsx'
import { useFindBar } from './find/use-find-bar.ts'
import { focusWriting } from './focus-writing.ts'
import { ShownLine } from './lines/ShownLine.tsx'
import { type ListHandle, MessageList } from './list/MessageList.tsx'
import styles from './Thread.module.css'
import { ThreadHeader } from './ThreadHeader.tsx'
import { useReading } from './useReading.ts'
import { useThread } from './useThread.ts'
import { useThreadCommands } from './useThreadCommands.ts'
import { useToday } from './useToday.ts'

const FindBar = lazyPart(() => import('./find/FindBar.tsx'))
const MonthScrubber = lazyPart(() => import('./dates/MonthScrubber.tsx'))

export interface ThreadProps {
  guid: string
  /** Undefined until it has been fetched. */
  conversation: Conversation | undefined
  /** ROWID of the message to show first; the newest message is shown when it is undefined. */
  at: number | undefined
  /** The search text whose words are highlighted. */
  highlight: string | undefined
}

export function Thread({ guid, conversation, at, highlight }: ThreadProps) {
  const now = useToday()
  const list = useRef<ListHandle>(null)
  const { thread, window, lines, isReady, error, setAtEnd, toNewest, goToDate, ...shown } = useThread({
    ...{ guid, conversation, at, list, now },
  })
  const find = useFindBar({ guid, at, words: highlight, jumpTo: shown.jumpTo })
  const [opened, setOpened] = useState<Opened>()
  const toDate = () => setOpened({ what: 'date' })
  const setReadTo = useReading(guid, window.rows.at(-1)?.rowid)
  const [, navigate] = useLocation()
  const pending = usePending(guid)
  const onEnd = useCallback(
    (is: boolean) => {
      setAtEnd(is)
      setReadTo(is)
    },
    [setAtEnd, setReadTo],
  )
  const goToNewest = () => {
    toNewest()
    navigate(paths.conversation(guid, { q: highlight }), { replace: true })
  }
  const goToOwn = () => {
    const own = window.rows.findLast(({ is_from_me, kind }) => is_from_me && kind !== 'system')
    if (own !== undefined) list.current?.focusOn(own.rowid)
  }
  useThreadCommands({ find: find.open, toDate, toNewest: goToNewest, toLastOwn: goToOwn })
  const isShown = isReady && (window.rows.length > 0 || pending.length > 0)
  return (
    <ActingProvider value={setOpened}>
      <ThreadHeader conversation={conversation} onFind={find.open} onDate={toDate} />
      <Suspense>
        {find.isOpen && (
          <FindBar {...{ guid, at, ...find }} readTo={() => list.current?.readTo()} onClose={find.close} />
        )}
      </Suspense>
      {!isShown && (
        <div className={styles.instead}>
          {!isReady && error !== null && <ErrorState error={error} onRetry={() => void thread.again()} />}
          {!isReady && error === null && <Skeleton />}
          {isReady && <EmptyState title={t('thread.empty')} />}
        </div>
      )}
      {isShown && (
        <MessageList
          handle={list}
          {...{ lines, now, highlight, onEnd, ...window, ...shown }}
          ownCount={pending.length}
          loadOlder={thread.loadOlder}
          loadNewer={thread.loadNewer}
          onToNewest={goToNewest}
          onReturn={shown.goBack}
          onLeave={focusWriting}
          renderLine={(line) => (
            <ShownLine {...{ line, now, guid, conversation, onJump: shown.follow, shownRowids: shown.shownRowids }} />
          )}
          renderBeside={(ts) =>
            (window.hasOlder || window.hasNewer) && (
              <Suspense>
                <MonthScrubber {...{ guid, now, ts, onGo: goToDate }} />
              </Suspense>
            )
          }
        />
      )}
      <AroundThread
        {...{ guid, now, opened, window, list }}
        onOpen={setOpened}
        onDate={goToDate}
        onNewest={goToNewest}
        onMessage={shown.follow}
        onMore={thread.loadOlder}
      />
    </ActingProvider>
  )
}
