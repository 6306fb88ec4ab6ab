/** Opens and closes the find bar of a conversation, by command or by the words in the address. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSettled } from '../../../kit/use-settled.ts'
import { paths } from '../../../routes.ts'
import { focusWriting } from '../focus-writing.ts'

interface FindBarOptions {
  guid: string
  words: string | undefined
  at: number | undefined
  jumpTo(rowid: number): void
}

export function useFindBar({ guid, words, at, jumpTo }: FindBarOptions) {
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState(0)
  const onShow = useCallback(
    (q: string, rowid: number | undefined) => {
      navigate(paths.conversation(guid, { ...(rowid !== undefined && { m: rowid }), ...(q !== '' && { q }) }), {
        replace: true,
      })
      if (rowid !== undefined && rowid === at) jumpTo(rowid)
    },
    [navigate, guid, at, jumpTo],
  )
  // Preloads the bar, so that typing works as soon as it opens.
  const isSettled = useSettled()
  useEffect(() => {
    if (isSettled) void import('./FindBar.tsx').catch(() => undefined)
  }, [isSettled])
  const opener = useRef<Element>(null)
  const open = useCallback(() => {
    const { activeElement } = document
    if (activeElement?.closest('search') === null) opener.current = activeElement
    setAsked((times) => times + 1)
  }, [])
  const close = useCallback(() => {
    setAsked(0)
    navigate(paths.conversation(guid), { replace: true })
    const back = opener.current
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus({ preventScroll: true })
    else focusWriting()
  }, [navigate, guid])
  return { isOpen: asked > 0 || words !== undefined, asked, words: words ?? '', onShow, open, close }
}
