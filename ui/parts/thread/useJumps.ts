/** Goes to a message and back: by the address, a reply, a search, a date or to the newest. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { complain } from '../../kit/complain.ts'
import { isShownIn } from './lines/lines.ts'
import type { ListHandle } from './list/MessageList.tsx'
import type { ScrollPosition } from './list/scroll-position.ts'
import type { Target } from './list/useThreadScroll.ts'
import type { OpenWindow } from './window/open-window.ts'

interface Jumping {
  guid: string
  thread: OpenWindow
  list: RefObject<ListHandle | null>
  /** ROWID in the address. */
  at: number | undefined
  forgetNew(): void
}

/** Room above the message for the heading of its day. */
const belowDay = 44

export function useJumps({ guid, thread, list, at, forgetNew }: Jumping) {
  const [target, setTarget] = useState<Target>()
  const cameFrom = useRef<ScrollPosition[]>([])
  /** The reading position before the address named a message. */
  const kept = useRef<ScrollPosition>(undefined)

  const jumpTo = useCallback(
    (rowid: number, offset?: number) => {
      const { window } = thread.store.getState()
      setTarget((last) => ({ rowid, jump: (last?.jump ?? 0) + 1, ...(offset !== undefined && { offset }) }))
      if (!isShownIn(window, rowid)) void thread.showAround(rowid)
    },
    [thread],
  )
  const toNewest = useCallback(() => {
    kept.current = undefined
    setTarget(undefined)
    forgetNew()
    list.current?.toEnd()
    if (thread.store.getState().window.hasNewer) void thread.showNewest()
  }, [thread, list, forgetNew])
  const restore = useCallback(
    (position: ScrollPosition) => (position === 'end' ? toNewest() : jumpTo(position.rowid, position.offset)),
    [jumpTo, toNewest],
  )
  const follow = useCallback(
    (rowid: number) => {
      const position = list.current?.position()
      if (position !== undefined) cameFrom.current.push(position)
      jumpTo(rowid)
    },
    [list, jumpTo],
  )
  const goBack = useCallback(() => {
    const position = cameFrom.current.pop()
    if (position !== undefined) restore(position)
    return position !== undefined
  }, [restore])
  const goToDate = useCallback(
    async (day: Date) => {
      try {
        const [first] = await client.list_messages({ guid, limit: 1, from_ts: day.toISOString() })
        if (first === undefined) toNewest()
        else jumpTo(first.rowid, belowDay)
      } catch (error) {
        complain(error)
      }
    },
    [guid, jumpTo, toNewest],
  )

  const before = useRef<number>(undefined)
  useEffect(() => {
    const wasAt = before.current
    before.current = at
    if (at !== undefined) {
      if (wasAt === undefined) kept.current = list.current?.position()
      jumpTo(at)
    } else if (kept.current !== undefined) {
      restore(kept.current)
      kept.current = undefined
    } else if (!thread.store.getState().isReady) void thread.showNewest()
  }, [thread, at, list, jumpTo, restore])

  return { target, jumpTo, follow, goBack, goToDate, toNewest }
}
