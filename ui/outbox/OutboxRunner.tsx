/** Keeps the outbox going while the page is open, and says aloud when a message does not go. */
import { useEffect } from 'react'
import { t } from '../catalogue/texts.ts'
import { announce } from '../state/announcements.ts'
import { follow } from './follow.ts'
import { useOutbox } from './outbox-store.ts'
import { takeTurns } from './turns.ts'

export function OutboxRunner() {
  useEffect(() => {
    const ending = new AbortController()
    void takeTurns(ending.signal)
    follow(ending.signal)
    const end = useOutbox.subscribe((now, before) => {
      const failed = (outbox: typeof now) => outbox.pending.filter(({ state }) => state === 'failed').length
      if (failed(now) > failed(before)) announce(t('outbox.failed_notice'), 'assertive')
    })
    ending.signal.addEventListener('abort', end)
    return () => ending.abort()
  }, [])
  return null
}
