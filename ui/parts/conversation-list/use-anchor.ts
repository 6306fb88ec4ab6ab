/** Keeps the visible rows in place when rows above them come or go; at the very top, new rows may come into view. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'

interface Options {
  scroller: RefObject<HTMLElement | null>
  rows: readonly Conversation[]
  height: number
}

export function useAnchor({ scroller, rows, height }: Options): void {
  const before = useRef(rows)
  useLayoutEffect(() => {
    const element = scroller.current
    const [old, top] = [before.current, element?.scrollTop ?? 0]
    before.current = rows
    if (element === null || old === rows || top === 0) return
    const first = Math.ceil(top / height)
    const moved = rows.findIndex(({ guid }) => guid === old[first]?.guid)
    if (moved !== -1 && moved !== first) element.scrollTop = top + (moved - first) * height
  }, [scroller, rows, height])
}
