/** The state of the log page: which lines are shown, the filter, pausing, clearing and the selected line. */
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { base, paths } from '../../routes.ts'
import { addressOf, filterIn, type LogFilter, shownLines } from './filter.ts'
import { itemsOf, nameOf } from './items.ts'
import type { Lines, LogLine } from './lines.ts'

type PausedLines = Lines & { /** Scrolling back to the end resumes. */ byScrolling: boolean }

export function useLogView(live: Lines) {
  const search = useSearch()
  const [filter, setFilter] = useState(() => filterIn(search))
  const [selected, setSelected] = useState(() => new URLSearchParams(search).get('at') ?? undefined)
  const [held, hold] = useState<PausedLines>()
  const [clearedTo, setClearedTo] = useState(0)
  const [around, setAround] = useState<number>()
  const [, navigate] = useLocation()
  const deferredFilter = useDeferredValue(filter)
  const source = held ?? live
  const all = useMemo(() => source.all.filter(({ id }) => id >= clearedTo), [source, clearedTo])
  const shown = useMemo(() => shownLines(all, deferredFilter), [all, deferredFilter])
  const items = useMemo(() => itemsOf({ all, shown, around }), [all, shown, around])
  const newCount = useMemo(
    () =>
      held === undefined
        ? 0
        : shownLines(
            live.all.filter(({ id }) => id >= held.nextId),
            deferredFilter,
          ).length,
    [held, live, deferredFilter],
  )
  const address = (changed: LogFilter, at: string | undefined) => `${paths.logs()}${addressOf(changed, at)}`
  return {
    all,
    shown,
    items,
    filter,
    around,
    newCount,
    selected,
    finderText: deferredFilter.text,
    isHeld: held !== undefined,
    choose(changes: Partial<LogFilter>) {
      const changed = { ...filter, ...changes }
      setFilter(changed)
      navigate(address(changed, selected), { replace: true })
    },
    select(line: LogLine | undefined) {
      const at = line && nameOf(line)
      setSelected(at)
      navigate(address(filter, at), { replace: true })
    },
    hold: (byScrolling = false) => hold((now) => now ?? { ...live, byScrolling }),
    /** A log that was paused by the button is resumed by the button only. */
    resumeAtEnd: () => hold((now) => (now?.byScrolling === true ? undefined : now)),
    resume() {
      hold(undefined)
      setAround(undefined)
    },
    clear() {
      setClearedTo(live.nextId)
      hold(undefined)
    },
    showAround: setAround,
    linkTo: (line: LogLine) => `${location.origin}${base}${address(filter, nameOf(line))}`,
  }
}

export type LogView = ReturnType<typeof useLogView>
