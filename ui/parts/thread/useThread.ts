/** The state of one conversation's messages: loaded, kept up to date, and scrolled to the wanted position. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { client } from '../../api/client.ts'
import { onEvent } from '../../live/events.ts'
import { repeatWhileReachable } from '../../live/retries.ts'
import { useArrivals } from './arrivals.ts'
import { firstUnreadOf, linesOf } from './lines/lines.ts'
import type { ListHandle } from './list/MessageList.tsx'
import { useJumps } from './useJumps.ts'
import { openWindow } from './window/open-window.ts'

interface Opening {
  guid: string
  conversation: Conversation | undefined
  at: number | undefined
  list: RefObject<ListHandle | null>
  /** The moment from which `today` and `yesterday` follow. */
  now: Date
}

export function useThread({ guid, conversation, at, list, now }: Opening) {
  const { newCount, onNew, forgetNew, setAtEnd } = useArrivals()
  const [thread] = useState(() =>
    openWindow({ guid, onNew, ask: (question) => client.list_messages({ guid, ...question }) }),
  )
  const { window, isReady, error } = useStore(thread.store)
  const jumps = useJumps({ guid, thread, list, at, forgetNew })
  useEffect(() => onEvent(thread.onEvent), [thread])
  const hasFailed = !isReady && error !== null
  useEffect(() => (hasFailed ? repeatWhileReachable(() => void thread.again()) : undefined), [hasFailed, thread])

  const unread = useUnreadAtFirst(conversation)
  const firstUnread = useMemo(() => unread && firstUnreadOf(window.rows, unread), [window.rows, unread])
  // biome-ignore lint/correctness/useExhaustiveDependencies: days may begin elsewhere after a change of the time zone
  const lines = useMemo(() => linesOf(window, firstUnread), [window, firstUnread, now])
  const shownRowids = useMemo(() => new Set(window.rows.map(({ rowid }) => rowid)), [window.rows])
  return { ...jumps, thread, window, lines, shownRowids, isReady, error, newCount, setAtEnd }
}

/** The divider of unread messages stays where it was when the conversation was opened. */
function useUnreadAtFirst(conversation: Conversation | undefined) {
  const first = useRef<{ count: number; upTo: number }>(undefined)
  if (first.current === undefined && conversation !== undefined)
    first.current = { count: conversation.unread_count, upTo: conversation.last_message_rowid }
  return first.current
}
