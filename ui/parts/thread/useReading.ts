/**
 * Marks a conversation as read once a person has seen its end; a page that was merely opened or is in the background
 * marks nothing.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'

/**
 * Another site can open this page, but cannot press a key, touch or scroll in it. The press that opened the
 * conversation may have come before this module was loaded.
 */
let isPersonHere = navigator.userActivation.hasBeenActive
const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const notice = ({ isTrusted }: Event) => {
  if (isTrusted) isPersonHere = true
}
for (const sign of signs) addEventListener(sign, notice, { passive: true })

export function useReading(guid: string, last: number | undefined) {
  const mayMark = useMay('write', 'mark_read')
  const queries = useQueryClient()
  const isAtEnd = useRef(false)
  const marked = useRef<number>(undefined)

  const look = useCallback(() => {
    const isSeen = isAtEnd.current && isPersonHere && document.visibilityState === 'visible' && document.hasFocus()
    if (!isSeen || !mayMark || last === undefined || marked.current === last) return
    marked.current = last
    client.mark_read({ guid, rowid: last }).then(
      () => queries.invalidateQueries({ queryKey: ['list_conversations'] }),
      () => {
        marked.current = undefined
      },
    )
  }, [guid, last, mayMark, queries])

  useEffect(() => {
    look()
    for (const sign of [...signs, 'focus'] as const) addEventListener(sign, look, { passive: true })
    document.addEventListener('visibilitychange', look)
    return () => {
      for (const sign of [...signs, 'focus'] as const) removeEventListener(sign, look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [look])
  return useCallback(
    (is: boolean) => {
      isAtEnd.current = is
      if (is) look()
    },
    [look],
  )
}
