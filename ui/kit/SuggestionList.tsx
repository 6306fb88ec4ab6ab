/** The list of suggestions for a field: a popover, so that a dialog or card around the field does not cut it off. */
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useFloating } from './floating.ts'
import styles from './SuggestionList.module.css'

interface Props {
  id: string
  label: string
  field: RefObject<HTMLElement | null>
  children: ReactNode
}

export function SuggestionList({ id, label, field, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => list.current?.showPopover(), [])
  useFloating({ panel: list, anchor: () => field.current?.getBoundingClientRect(), isList: true })
  return (
    <div ref={list} id={id} popover="manual" role="listbox" aria-label={label} className={styles.list}>
      {children}
    </div>
  )
}
