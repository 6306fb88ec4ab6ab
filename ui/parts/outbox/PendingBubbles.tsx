/** Lists the sends of a conversation that are not yet among its messages. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../catalogue/texts.ts'
import { drop } from '../../outbox/outbox-store.ts'
import { hasLanded } from '../../outbox/transitions.ts'
import { usePending } from '../../outbox/use-pending.ts'
import { ManyPeopleDialog } from './ManyPeopleDialog.tsx'
import styles from './outbox.module.css'
import { PendingBubble } from './PendingBubble.tsx'

interface Props {
  guid: string
  /** ROWIDs of the messages that the thread already shows; they are not rendered twice. */
  shownRowids: ReadonlySet<number>
  /** Service of the conversation: `iMessage`, `SMS` … */
  service?: string
}

export function PendingBubbles({ guid, shownRowids, service = 'iMessage' }: Props) {
  const pending = usePending(guid)
  const drawn = pending.filter((one) => one.state === 'failed' || one.rowid === null || !shownRowids.has(one.rowid))
  const asking = pending.find(({ state }) => state === 'asking')
  useForgetting(pending.filter((one) => hasLanded(one) && one.state !== 'landed' && !drawn.includes(one)))
  useFetching(pending.findLast((one) => hasLanded(one) && drawn.includes(one))?.rowid ?? null)
  return (
    <>
      {drawn.length > 0 && (
        <ul className={styles.list} aria-label={t('outbox.list')}>
          {drawn.map((one) => (
            <PendingBubble
              key={one.clientId}
              pending={one}
              service={service}
              isShown={one.rowid !== null && shownRowids.has(one.rowid)}
            />
          ))}
        </ul>
      )}
      {asking !== undefined && <ManyPeopleDialog pending={asking} />}
    </>
  )
}

/** Drops sends that the thread shows, since their messages report every further status. */
function useForgetting(done: readonly { clientId: string }[]): void {
  useEffect(() => {
    for (const { clientId } of done) drop(clientId)
  }, [done])
}

/** Fetches the messages again when a message has landed, whether or not an event reported it. */
function useFetching(rowid: number | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (rowid !== null) void queries.invalidateQueries({ queryKey: ['list_messages'] })
  }, [rowid, queries])
}
