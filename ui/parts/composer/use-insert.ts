/** Inserts text at the caret of the field and focuses the field. */
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
      // Rendering synchronously lets what is typed next continue from here.
      flushSync(() => latest.current(text))
      element.focus()
      element.setSelectionRange(caret, caret)
    },
    [field],
  )
}
