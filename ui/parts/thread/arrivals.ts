/** Announces new messages of the open conversation, and counts them while the end is out of sight. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../src/contract/message.ts'
import { timeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { announce } from '../../state/announcements.ts'

const quietMs = 1_500

export function useArrivals() {
  const [newCount, setNewCount] = useState(0)
  const isAtEnd = useRef(false)
  const waiting = useRef<Message[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const say = useCallback(() => {
    const messages = waiting.current
    waiting.current = []
    timer.current = undefined
    if (messages.length === 0) return
    announce(wordsFor(messages))
    timer.current = setTimeout(say, quietMs)
  }, [])
  const onNew = useCallback(
    (messages: readonly Message[]) => {
      waiting.current.push(...messages)
      if (timer.current === undefined) say()
      if (!isAtEnd.current) setNewCount((count) => count + messages.length)
    },
    [say],
  )
  const forgetNew = useCallback(() => setNewCount(0), [])
  const setAtEnd = useCallback((is: boolean) => {
    isAtEnd.current = is
    if (is) setNewCount(0)
  }, [])
  return { newCount, onNew, forgetNew, setAtEnd }
}

function wordsFor(messages: readonly Message[]): string {
  const [first] = messages
  if (first === undefined || messages.length > 1) return t('thread.new_messages', { count: messages.length })
  const text = first.text || t('thread.attachment')
  return t('thread.arrived', { name: first.sender, text, time: timeOf(first.ts) })
}
