/**
 * Runs the outbox, reports sends that fail while another conversation is open, and announces the progress of uploads to screen readers.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { repeat } from '../../outbox/happen.ts'
import { failedSince, isInTrouble, type News, newsOf } from '../../outbox/news.ts'
import { conversationKey, type PendingSend } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { runOutbox } from '../../outbox/run-outbox.ts'
import { paths } from '../../routes.ts'
import { announce } from '../../state/announcements.ts'
import { notify } from '../../state/toasts.ts'
import { titleOf } from '../conversation-list/row-words.ts'
import { shownKey } from './shown-key.ts'

export default function OutboxNews() {
  useEffect(runOutbox, [])
  const [path, navigate] = useLocation()
  const key = shownKey(path, useSearch())
  const shown = useRef(key)
  const queries = useQueryClient()
  const notices = useRef<ReturnType<typeof openFailureNotices>>(undefined)
  useEffect(() => {
    const opened = openFailureNotices({ queries, open: navigate })
    notices.current = opened
    // This part is loaded late, and a message may have failed meanwhile.
    for (const pending of failedSince(useOutbox.getState().pending, performance.timeOrigin))
      if (conversationKey(pending.guid) !== shown.current) void opened.tell(pending)
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

interface NoticeOptions {
  queries: QueryClient
  open: (path: string) => void
}

interface Notice {
  /** Key of the conversation. */
  key: string
  takeBack: () => void
}

/**
 * Shows a notice for each message that failed while another conversation was open, and removes it once the message goes
 * or its conversation is opened.
 */
function openFailureNotices({ queries, open }: NoticeOptions) {
  /** Notices by `clientId`. */
  const shown = new Map<string, Notice>()

  function takeBack(of: (clientId: string, key: string) => boolean): void {
    for (const [clientId, notice] of shown)
      if (of(clientId, notice.key)) {
        notice.takeBack()
        shown.delete(clientId)
      }
  }

  return {
    async tell(pending: PendingSend): Promise<void> {
      const { clientId, guid, state } = pending
      const notice: Notice = { key: conversationKey(guid), takeBack: () => undefined }
      shown.set(clientId, notice)
      const name = await nameOf(pending, queries)
      if (shown.get(clientId) !== notice) return
      const show = { label: t('outbox.show'), run: () => open(placeOf(guid)) }
      const again = { label: t('outbox.retry'), run: () => repeat(clientId) }
      notice.takeBack =
        state === 'failed'
          ? notify(t('outbox.failed_to', { name }), { kind: 'problem', action: again, other: show })
          : notify(t('outbox.uncertain_to', { name }), { kind: 'problem', action: show })
    },
    /** Removes the notices of sends that go after all or were given up. */
    keep(all: readonly PendingSend[]): void {
      const troubled = new Set(all.filter(isInTrouble).map(({ clientId }) => clientId))
      takeBack((clientId) => !troubled.has(clientId))
    },
    /** Removes the notices of a conversation that is open now, because it shows the failure itself. */
    leave: (key: string): void => takeBack((_clientId, its) => its === key),
    close: (): void => takeBack(() => true),
  }
}

const placeOf = (guid: string): string =>
  guid.startsWith('new;') ? paths.newMessage({ to: addressOf(guid) }) : paths.conversation(guid)

const addressOf = (guid: string): string => guid.slice(guid.lastIndexOf(';') + 1)

async function nameOf({ guid, handle }: PendingSend, queries: QueryClient): Promise<string> {
  const address = handle ?? addressOf(guid)
  if (guid.startsWith('new;')) return address
  const question = { ...asking('get_conversation', { guid }), retry: false }
  return queries.fetchQuery(question).then(titleOf, () => address)
}
