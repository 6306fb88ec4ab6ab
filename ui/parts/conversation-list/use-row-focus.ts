/** Keeps one row in the tab order; arrows, Home and End move through the others and fetch rows that are missing. */
import type { Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'

interface Options {
  list: RefObject<HTMLElement | null>
  rows: readonly Conversation[]
  current: string | undefined
  virtualizer: () => Virtualizer<HTMLDivElement, Element> | undefined
  fetchAll: () => Promise<void>
}

export interface RowFocus {
  /** Index of the row in the tab order. */
  active: number
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (guid: string) => void
}

const pageOfRows = 8

export function useRowFocus({ list, rows, current, virtualizer, fetchAll }: Options): RowFocus {
  const [chosen, choose] = useState<string>()
  const indexOf = (guid: string | undefined) => (guid === undefined ? -1 : rows.findIndex((row) => row.guid === guid))
  const active = Math.max(indexOf(chosen), chosen === undefined ? indexOf(current) : -1, 0)
  const wanted = useRef<string>(undefined)
  const last = useRef(rows)
  last.current = rows

  const moveTo = useCallback(
    (index: number) => {
      const row = last.current[Math.max(0, Math.min(index, last.current.length - 1))]
      if (row === undefined) return
      wanted.current = row.guid
      choose(row.guid)
      virtualizer()?.scrollToIndex(last.current.indexOf(row))
    },
    [virtualizer],
  )
  useKeptFocus({ list, wanted })
  const [isToEnd, goToEnd] = useState(false)
  useEffect(() => {
    if (!isToEnd) return
    goToEnd(false)
    moveTo(rows.length - 1)
  }, [isToEnd, moveTo, rows])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(active + 1),
      ArrowUp: () => moveTo(active - 1),
      PageDown: () => moveTo(active + pageOfRows),
      PageUp: () => moveTo(active - pageOfRows),
      Home: () => moveTo(0),
      End: () => void fetchAll().then(() => goToEnd(true)),
    }
    const move = to[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  return { active, onKeyDown, onFocus: choose }
}

/**
 * Restores the focus: a wanted row may only appear with a later render, and a row that moves in the document loses the
 * focus.
 */
function useKeptFocus({ list, wanted }: { list: Options['list']; wanted: RefObject<string | undefined> }): void {
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    const guid = wanted.current ?? (document.activeElement === document.body ? focused.current : undefined)
    const link =
      guid === undefined ? null : list.current?.querySelector<HTMLElement>(`[data-guid="${CSS.escape(guid)}"]`)
    if (link) {
      wanted.current = undefined
      link.focus({ preventScroll: true })
    }
  })
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const arrive = ({ target }: FocusEvent) => {
      focused.current = (target as HTMLElement).dataset.guid
    }
    // When the focus goes nowhere, a move in the document took it and not a person.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = undefined
    }
    const click = () => {
      focused.current = undefined
    }
    element.addEventListener('focusin', arrive)
    element.addEventListener('focusout', leave)
    document.addEventListener('pointerdown', click)
    return () => {
      element.removeEventListener('focusin', arrive)
      element.removeEventListener('focusout', leave)
      document.removeEventListener('pointerdown', click)
    }
  }, [list])
}
