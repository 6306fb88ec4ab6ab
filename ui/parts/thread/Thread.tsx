/** The messages of one conversation. */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { type Command, useCommands } from '../../keyboard/commands.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { usePending } from '../../outbox/use-pending.ts'
import { paths } from '../../routes.ts'
import { OpenActionProvider } from '../message-menu/open-action.ts'
import { useFindBar } from './find/use-find-bar.ts'
import { focusWriting } from './focus-writing.ts'
import { ThreadLine } from './lines/ThreadLine.tsx'
import { type ListHandle, MessageList } from './list/MessageList.tsx'
import styles from './Thread.module.css'
import { ThreadHeader } from './ThreadHeader.tsx'
import { type OpenOverlay, ThreadOverlays } from './ThreadOverlays.tsx'
import { useReading } from './useReading.ts'
import { useThread } from './useThread.ts'

const FindBar = lazyPart(() => withPageTexts(import('./find/FindBar.tsx')))
const MonthScrubber = lazyPart(() => import('./dates/MonthScrubber.tsx'))

export interface ThreadProps {
  guid: string
  /** Undefined until it has been fetched. */
  conversation: Conversation | undefined
  /** ROWID of the message to show first; the newest message is shown when it is undefined. */
  at: number | undefined
  /** The search text whose words are highlighted. */
  highlight: string | undefined
  /** Whether something lies over the messages, so that nobody reads them. */
  isCovered: boolean
}

export function Thread({ guid, conversation, at, highlight, isCovered }: ThreadProps) {
  const now = useToday()
  const list = useRef<ListHandle>(null)
  const { thread, window, lines, isReady, error, setAtEnd, toNewest, goToDate, ...shown } = useThread({
    guid,
    conversation,
    at,
    list,
    now,
  })
  const find = useFindBar({ guid, at, words: highlight, jumpTo: shown.jumpTo })
  const [opened, setOpened] = useState<OpenOverlay>()
  const toDate = () => setOpened({ what: 'date' })
  const toPrint = () => setOpened({ what: 'print' })
  const setReadTo = useReading(guid, isCovered ? undefined : window.rows.at(-1)?.rowid)
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
  useThreadCommands({ find: find.open, toDate, toPrint, toNewest: goToNewest, toLastOwn: goToOwn })
  const isShown = isReady && (window.rows.length > 0 || pending.length > 0)
  return (
    <OpenActionProvider value={setOpened}>
      <ThreadHeader guid={guid} conversation={conversation} onFind={find.open} onDate={toDate} />
      <Suspense>
        {find.isOpen && (
          <FindBar guid={guid} at={at} {...find} readTo={() => list.current?.readTo()} onClose={find.close} />
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
          lines={lines}
          now={now}
          highlight={highlight}
          onEnd={onEnd}
          {...window}
          {...shown}
          ownCount={pending.length}
          loadOlder={thread.loadOlder}
          loadNewer={thread.loadNewer}
          onToNewest={goToNewest}
          onReturn={shown.goBack}
          onLeave={focusWriting}
          renderLine={(line) => (
            <ThreadLine
              line={line}
              now={now}
              guid={guid}
              conversation={conversation}
              onJump={shown.follow}
              shownRowids={shown.shownRowids}
            />
          )}
          renderAside={(ts) =>
            (window.hasOlder || window.hasNewer) && (
              <Suspense>
                <MonthScrubber guid={guid} now={now} ts={ts} onGo={goToDate} />
              </Suspense>
            )
          }
        />
      )}
      <ThreadOverlays
        guid={guid}
        conversation={conversation}
        now={now}
        opened={opened}
        window={window}
        list={list}
        onOpen={setOpened}
        onDate={goToDate}
        onNewest={goToNewest}
        onMessage={shown.follow}
        onMore={thread.loadOlder}
      />
    </OpenActionProvider>
  )
}

interface ThreadActions {
  find(): void
  toDate(): void
  toPrint(): void
  toNewest(): void
  /** Goes to the user's own last message. */
  toLastOwn(): void
}

/** Registers the keys and palette commands of an open conversation. */
function useThreadCommands(actions: ThreadActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useCommands(useMemo(() => commandsOver(() => latest.current), []))
}

function commandsOver(latest: () => ThreadActions): Command[] {
  const group = t('thread.conversation')
  return [
    { id: 'thread.find', title: t('thread.find'), group, keys: ['mod+shift+f'], run: () => latest().find() },
    { id: 'thread.to_date', title: t('thread.to_date'), group, run: () => latest().toDate() },
    { id: 'thread.print', title: t('thread.print'), group, keys: ['mod+p'], run: () => latest().toPrint() },
    { id: 'thread.newest', title: t('thread.newest'), group, run: () => latest().toNewest() },
    { id: 'thread.last_own', title: t('thread.last_own'), group, run: () => latest().toLastOwn() },
  ]
}

/** A day has 25 hours when the clock is set back. */
const longestDayMs = 25 * 3_600_000

/** Returns the moment from which days are named; it changes after midnight and when the page becomes visible again. */
function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    const look = () => setNow((last) => (new Date().toDateString() === last.toDateString() ? last : new Date()))
    const timer = setTimeout(look, Math.min(midnight.getTime() - now.getTime() + 50, longestDayMs))
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [now])
  return now
}
