/** A notice for each message that did not go while another conversation was open; it goes when the matter is settled or looked at. */
import type { QueryClient } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { isInTrouble } from '../../outbox/news.ts'
import { conversationKey, type PendingSend } from '../../outbox/outbox.ts'
import { repeat } from '../../outbox/outbox-store.ts'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { titleOf } from '../conversation-list/row-words.ts'

interface Options {
  queries: QueryClient
  open: (path: string) => void
}

interface Notice {
  /** Of its conversation. */
  key: string
  takeBack: () => void
}

export function openFailureNotices({ queries, open }: Options) {
  /** By `clientId`. */
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
    /** What goes after all, or was given up. */
    keep(all: readonly PendingSend[]): void {
      const troubled = new Set(all.filter(isInTrouble).map(({ clientId }) => clientId))
      takeBack((clientId) => !troubled.has(clientId))
    },
    /** The conversation is open now and says it itself. */
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
