/** One conversation's messages as they are shown: opened, kept true, and led to where one wants to read. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { client } from '../../api/client.ts'
import { onEvent } from '../../live/events.ts'
import { useArrivals } from './arrivals.ts'
import { firstUnreadOf, linesOf } from './lines/lines.ts'
import type { Target } from './list/useThreadScroll.ts'
import { openWindow } from './window/open-window.ts'

interface Opening {
  guid: string
  conversation: Conversation | undefined
  at: number | undefined
}

export function useThread({ guid, conversation, at }: Opening) {
  const { newCount, onNew, forgetNew, setAtEnd } = useArrivals()
  const [thread] = useState(() =>
    openWindow({ guid, onNew, ask: (question) => client.list_messages({ guid, ...question }) }),
  )
  const { window, isReady, error } = useStore(thread.store)
  const [target, setTarget] = useState<Target>()

  const jumpTo = useCallback(
    (rowid: number) => {
      const isAtHand = thread.store.getState().window.rows.some((row) => row.rowid === rowid)
      setTarget((last) => ({ rowid, jump: (last?.jump ?? 0) + 1 }))
      if (!isAtHand) void thread.showAround(rowid)
    },
    [thread],
  )
  const cameFrom = useRef<number[]>([])
  const follow = useCallback(
    (rowid: number, from: number) => {
      cameFrom.current.push(from)
      jumpTo(rowid)
    },
    [jumpTo],
  )
  const goBack = useCallback(() => {
    const rowid = cameFrom.current.pop()
    if (rowid !== undefined) jumpTo(rowid)
  }, [jumpTo])
  const toNewest = useCallback(() => {
    setTarget(undefined)
    forgetNew()
    if (thread.store.getState().window.hasNewer) void thread.showNewest()
  }, [thread, forgetNew])

  useEffect(() => {
    if (at !== undefined) jumpTo(at)
    else if (!thread.store.getState().isReady) void thread.showNewest()
  }, [thread, at, jumpTo])
  useEffect(() => onEvent(thread.take), [thread])

  const unread = useUnreadAtFirst(conversation)
  const firstUnread = useMemo(() => unread && firstUnreadOf(window.rows, unread), [window.rows, unread])
  const lines = useMemo(() => linesOf(window, firstUnread), [window, firstUnread])
  return { thread, window, lines, isReady, error, target, follow, goBack, toNewest, newCount, setAtEnd }
}

/** What was unread when the conversation was opened stays marked until it is left. */
function useUnreadAtFirst(conversation: Conversation | undefined) {
  const first = useRef<{ count: number; upTo: number }>(undefined)
  if (first.current === undefined && conversation !== undefined)
    first.current = { count: conversation.unread_count, upTo: conversation.last_message_rowid }
  return first.current
}
