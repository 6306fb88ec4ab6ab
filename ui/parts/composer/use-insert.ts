/** Puts text where the caret stands in the field, which has the focus then. */
import { type RefObject, useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import { inserted } from './inserted.ts'

export function useInsert(field: RefObject<HTMLTextAreaElement | null>, write: (text: string) => void) {
  const latest = useRef(write)
  latest.current = write
  return useCallback(
    (added: string) => {
      const { current: element } = field
      if (element === null || element.disabled) return
      const { value, selectionStart, selectionEnd } = element
      const { text, caret } = inserted({ text: value, start: selectionStart, end: selectionEnd }, added)
      // What is typed in the next moment goes on from here.
      flushSync(() => latest.current(text))
      element.focus()
      element.setSelectionRange(caret, caret)
    },
    [field],
  )
}
