/** Holds the text of one conversation while it is written: stores it as a draft and restores text and caret. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { draftOf, keepDraft, useDraft } from '../../drafts/drafts.ts'

const keptAfterMs = 150

export function useText(guid: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState(() => draftOf(guid)?.text ?? '')
  const latest = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const draft = useDraft(guid)

  function keep(): void {
    clearTimeout(timer.current)
    timer.current = undefined
    keepDraft(guid, { text: latest.current, caret: field.current?.selectionStart ?? latest.current.length })
  }

  function write(changed: string): void {
    latest.current = changed
    setText(changed)
    clearTimeout(timer.current)
    if (changed === '') keep()
    else timer.current = setTimeout(keep, keptAfterMs)
  }

  // Takes over the draft that was read from the database or written in another tab, unless a change is pending here.
  useEffect(() => {
    if (timer.current !== undefined || (draft?.text ?? '') === latest.current) return
    latest.current = draft?.text ?? ''
    setText(latest.current)
    const caret = draft?.caret ?? 0
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }, [draft, field])

  const keepRef = useRef(keep)
  keepRef.current = keep
  useLayoutEffect(() => {
    const caret = draftOf(guid)?.caret
    if (caret !== undefined) field.current?.setSelectionRange(caret, caret)
    const atEnd = () => timer.current !== undefined && keepRef.current()
    addEventListener('pagehide', atEnd)
    return () => {
      removeEventListener('pagehide', atEnd)
      atEnd()
    }
  }, [guid, field])

  return { text, write }
}
