/**
 * Reports sends that fail while another conversation is open, and announces the progress of uploads to screen readers.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { type News, newsOf } from '../../outbox/news.ts'
import { conversationKey } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { announce } from '../../state/announcements.ts'
import { openFailureNotices } from './failure-notices.ts'
import { shownKey } from './shown-key.ts'

export function OutboxNews() {
  const [path, navigate] = useLocation()
  const key = shownKey(path, useSearch())
  const shown = useRef(key)
  const queries = useQueryClient()
  const notices = useRef<ReturnType<typeof openFailureNotices>>(undefined)
  useEffect(() => {
    const opened = openFailureNotices({ queries, open: navigate })
    notices.current = opened
    const end = useOutbox.subscribe((now, before) => {
      for (const news of newsOf(before.pending, now.pending)) {
        if (news.is === 'failed' && conversationKey(news.pending.guid) !== shown.current) void opened.tell(news.pending)
        else announce(...wordsOf(news))
      }
      opened.keep(now.pending)
    })
    return () => {
      end()
      opened.close()
    }
  }, [queries, navigate])
  useEffect(() => {
    shown.current = key
    if (key !== undefined) notices.current?.leave(key)
  }, [key])
  return null
}

const wordsOf = (news: News): Parameters<typeof announce> =>
  news.is === 'failed'
    ? [t('outbox.failed_notice'), 'assertive']
    : [t('outbox.uploaded', { name: news.pending.file?.name ?? '', percent: news.percent })]
